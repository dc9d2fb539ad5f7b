# Three rules over the benchmarks' life-cycle log, as one would write them by hand: no drawing in the background, no timer that
# fires after the app has resigned active, no protected file that is open when it has done so.
/app\.didBecomeActive/ { away = 0; background = 0 }
/app\.willResignActive/ { away = 1; told = 0 }
/app\.willResignActive\.end/ { for (path in open) protected++ }
/app\.didEnterBackground\.end/ { background = 1 }
/app\.willEnterForeground/ { background = 0 }
/gl\.call/ { if (background) drawn++ }
/timer\.fire/ { if (away && !told) { fired++; told = 1 } }
/file\.open.*protection=complete/ { open[$5] = 1 }
/file\.close.*protection=complete/ { delete open[$5] }
END { print drawn + 0; print fired + 0; print protected + 0 }
