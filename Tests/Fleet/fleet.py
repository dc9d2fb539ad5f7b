"""Tests the integrations for fleets: a real Spark cluster of two workers, and DuckDB.

Usage: fleet.py LIFECHECK FOLDER [number of logs]. FOLDER is replaced. Prints a table of times.
"""

import gzip
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import duckdb
import pyspark

PROJECT = Path(__file__).resolve().parents[2]
JOB = PROJECT / "Integrations/spark/lifecheck_spark.py"
SQL = PROJECT / "Integrations/duckdb"
SPARK = Path(pyspark.__file__).parent
PORT = 17077
TABLES = ["logs", "verdicts", "violations", "rules"]
QUESTIONS = [
    "broken_more_often", "broken_by_device", "broken_by_os", "first_version", "gone", "never_observable", "never_tested",
    "most_frequent", "unsteady", "doubtful_logs",
]  # fmt: skip


def make_farm(folder, count):
    """Logs of two apps in three versions. Some of them cannot be checked."""
    dice = random.Random(20261128)
    samples = {path.name: path.read_text() for path in sorted((PROJECT / "Samples").glob("*.log"))}
    good = ["healthy.trace.log", "scenes.log"]
    bad = [name for name in samples if name not in good]
    for number in range(count):
        app, version = dice.choice(["Sketchpad", "Reader"]), dice.choice(["4.2", "4.9", "4.10"])
        os_version, device = dice.choice(["17.5", "18.1"]), dice.choice(["iPhone15,2", "iPhone12,1", "iPad13,4"])
        place = folder / f"app={app}/version={version}/os={os_version}/device={device}"
        place.mkdir(parents=True, exist_ok=True)
        share = {"4.2": 0.2, "4.9": 0.3, "4.10": 0.5}[version]
        # The newest version of one app has some faults less.
        broken = ["home.trace.log"] if (app, version) == ("Reader", "4.10") else bad
        text = samples[dice.choice(broken if dice.random() < share else good)]
        lines = text.splitlines(keepends=True)
        if dice.random() < 0.3:
            lines = lines[: dice.randrange(len(lines) // 2, len(lines))]
        file = place / f"{number:05}.log"
        if number % 500 == 1:
            file.write_bytes(dice.randbytes(5_000))
        elif number % 500 == 2:
            file.write_bytes(b"")
        elif number % 500 == 3:
            file.write_text("nothing of interest\n" * 40)
        elif number % 100 == 4:
            file.with_suffix(".log.gz").write_bytes(gzip.compress("".join(lines).encode()))
        else:
            file.write_text("".join(lines))


class Cluster:
    """A Spark master and two workers, each with one core."""

    def __init__(self, folder, path):
        self.folder = folder
        self.environment = {
            **os.environ,
            "PATH": path,
            "SPARK_HOME": str(SPARK),
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_WORKER_DIR": str(folder / "work"),
        }
        self.processes = []

    def __enter__(self):
        self.start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(PORT))
        time.sleep(5)
        self.workers = [self.start_worker(), self.start_worker()]
        time.sleep(5)
        return self

    def start_worker(self):
        return self.start(
            "worker", "org.apache.spark.deploy.worker.Worker", "--cores", "1", "--memory", "1g", f"spark://127.0.0.1:{PORT}"
        )

    def start(self, name, *arguments):
        log = open(self.folder / f"{name}{len(self.processes)}.txt", "w")
        process = subprocess.Popen(
            [str(SPARK / "bin/spark-class"), *arguments],
            env=self.environment, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
        self.processes.append(process)
        return process

    def __exit__(self, *_):
        for process in self.processes:
            self.kill(process)

    @staticmethod
    def kill(process):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()

    def submit(self, *arguments):
        return subprocess.run(
            [
                str(SPARK / "bin/spark-submit"), "--master", f"spark://127.0.0.1:{PORT}", "--executor-memory", "600m",
                "--driver-memory", "600m", str(JOB), *map(str, arguments),
            ],
            env=self.environment, capture_output=True, text=True,
        )  # fmt: skip


def check(condition, text):
    if not condition:
        sys.exit(f"failed: {text}")
    print(f"passed: {text}", flush=True)


def database(script, **variables):
    connection = duckdb.connect()
    for name, value in variables.items():
        connection.execute(f"set variable {name} = '{value}'")
    for file in [script, "questions.sql"]:
        connection.execute((SQL / file).read_text())
    return connection


def content(connection, table, columns):
    rows = connection.execute(f"select {columns} from {table}").fetchall()
    return sorted(map(repr, rows))


def same_tables(one, other):
    """The first table in which two databases differ; None if they have the same rows."""
    for table in TABLES:
        columns = [row[0] for row in one.execute(f"describe {table}").fetchall()]
        # Spark adds the app and its version to each table.
        listed = ", ".join(f'"{column}"' for column in columns)
        if content(one, table, listed) != content(other, table, listed):
            return table
    return None


def main():
    lifecheck, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 3_000
    shutil.rmtree(folder, ignore_errors=True)
    farm = folder / "farm"
    make_farm(farm, count)
    (folder / "bin").mkdir()
    shutil.copy(lifecheck, folder / "bin/lifecheck")
    path = f"{folder / 'bin'}:{os.environ['PATH']}"
    times = {}

    # One process.
    names = folder / "names.txt"
    names.write_text("".join(f"{file}\tfile:{file}\n" for file in sorted(farm.rglob("*.*")) if file.is_file()))
    start = time.time()
    with open(folder / "rows.jsonl", "w") as output:
        done = subprocess.run(
            [lifecheck, "--no-config", "-q", "-f", "jsonl", "--files-from", names], stdout=output, stderr=subprocess.PIPE
        )
    times["one process"] = time.time() - start
    check(done.returncode == 2, "some logs of the farm cannot be checked, and the run says so")
    with open(folder / "rules.json", "w") as output:
        subprocess.run([lifecheck, "rules", "--no-config", "--format", "json"], stdout=output, check=True)
    start = time.time()
    own = database("rows.sql", rows=folder / "rows.jsonl", rules=folder / "rules.json")
    times["DuckDB loads the rows"] = time.time() - start
    logs = own.execute("select count(*) from logs").fetchone()[0]
    check(logs == count, f"one process writes a row for each of {count} logs")

    with Cluster(folder, path) as cluster:
        # Spark.
        start = time.time()
        done = cluster.submit("--batch", 100, farm, folder / "tables")
        times["Spark, two workers"] = time.time() - start
        check(done.returncode == 0, f"the job succeeds: {done.stdout.strip() or done.stderr[-2000:]}")
        start = time.time()
        spark = database("parquet.sql", tables=folder / "tables")
        check(same_tables(own, spark) is None, f"Spark and one process write the same rows ({same_tables(own, spark)})")

        # The same with a worker that is killed during the run.
        killed = []

        def kill_one():
            rows = folder / "killed/_rows"
            while not any(rows.rglob("*.parquet")) and len(killed) < 1:
                time.sleep(0.2)
                if time.time() - start > 300:
                    return
            Cluster.kill(cluster.workers[0])
            killed.append(time.time() - start)

        start = time.time()
        thread = threading.Thread(target=kill_one)
        thread.start()
        done = cluster.submit("--batch", 20, farm, folder / "killed")
        times["Spark, one of two workers killed"] = time.time() - start
        thread.join()
        check(killed and killed[0] < times["Spark, one of two workers killed"], f"a worker is killed during the run: {killed}")
        check(done.returncode == 0, f"the job survives it: {done.stdout.strip() or done.stderr[-2000:]}")
        lost = database("parquet.sql", tables=folder / "killed")
        check(same_tables(own, lost) is None, f"no row is lost or doubled ({same_tables(own, lost)})")

        # Mistakes.
        for arguments, message in [
            (["--program", "no-such-program", farm, folder / "none"], "`no-such-program` cannot be run"),
            ([farm, folder / "none", "--", "--rulebook", "no-such-rulebook"], "`no-such-rulebook`"),
            ([farm, folder / "none", "--", "--slect", "x"], "unknown option '--slect'"),
        ]:
            done = cluster.submit(*arguments)
            # spark-submit passes on both streams of the job as its standard output.
            error = next((line for line in done.stdout.splitlines() if line.startswith("error: ")), "")
            check(done.returncode == 2 and message in error, f"a mistake is an error: {error or done.stderr[-2000:]}")
        check(not (folder / "none").exists(), "and nothing is written")

    for name, connection in [("rows", own), ("Parquet", spark)]:
        start = time.time()
        answers = {question: connection.execute(f"from {question}").fetchall() for question in QUESTIONS}
        times[f"ten questions to {name}"] = time.time() - start
        empty = [question for question, rows in answers.items() if not rows]
        check(not empty, f"DuckDB answers ten questions about the {name} ({', '.join(empty)})")
        if name == "rows":
            first = answers
    check(all(sorted(map(repr, first[q])) == sorted(map(repr, answers[q])) for q in QUESTIONS), "with the same answers")
    print(f"\n{'way':36}seconds")
    for name, seconds in times.items():
        print(f"{name:36}{seconds:7.1f}")


if __name__ == "__main__":
    main()
