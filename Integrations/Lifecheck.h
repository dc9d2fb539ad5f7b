// Logs the life cycle of an app in Objective-C for lifecheck. Import this header, and call LifecheckObserve(application) in
// application:willFinishLaunchingWithOptions:. docs/recording.md of lifecheck explains it.
//
//     LifecheckEvent(@"timer.start", @{@"id": @"redraw"});
//     LifecheckCallback(@"app.didEnterBackground", ^{ [store save]; });

#import <Foundation/Foundation.h>

#if __has_include(<UIKit/UIKit.h>)
#import <UIKit/UIKit.h>
#endif

NS_ASSUME_NONNULL_BEGIN

/// A value as one word: as it is, or in quotes.
static inline NSString *LifecheckQuoted(NSString *value) {
  NSMutableCharacterSet *plain =
      [NSMutableCharacterSet characterSetWithRange:NSMakeRange('!', '~' - '!' + 1)];
  [plain removeCharactersInString:@"\"\\^"];
  BOOL isPlain = value.length > 0 &&
                 [value rangeOfCharacterFromSet:plain.invertedSet].location == NSNotFound;
  if (isPlain) return value;
  NSMutableString *text = [value mutableCopy];
  NSArray<NSArray<NSString *> *> *escapes = @[
    @[ @"\\", @"\\\\" ], @[ @"\"", @"\\\"" ], @[ @"\n", @"\\n" ], @[ @"\r", @"\\r" ], @[ @"\t", @"\\t" ]
  ];
  for (NSArray<NSString *> *escape in escapes) {
    [text replaceOccurrencesOfString:escape.firstObject
                          withString:escape.lastObject
                             options:NSLiteralSearch
                               range:NSMakeRange(0, text.length)];
  }
  return [NSString stringWithFormat:@"\"%@\"", text];
}

/// Logs an event with its fields. The fields are sorted by name, because a dictionary has no order.
static inline void LifecheckEvent(NSString *event, NSDictionary<NSString *, NSString *> *_Nullable fields) {
#if DEBUG
  NSMutableString *line = [event mutableCopy];
  for (NSString *key in [fields.allKeys sortedArrayUsingSelector:@selector(compare:)]) {
    [line appendFormat:@" %@=%@", key, LifecheckQuoted([fields objectForKey:key])];
  }
  NSLog(@"%@", line);
#endif
}

/// Runs the code of a callback, and logs its call and its return.
static inline void LifecheckCallback(NSString *event, void (^body)(void)) {
  LifecheckEvent(event, nil);
  body();
  LifecheckEvent([event stringByAppendingString:@".end"], nil);
}

#if __has_include(<UIKit/UIKit.h>)
/// Logs the names of all notifications about the state of the app. lifecheck knows them. Do not log the same step with
/// LifecheckCallback, or it occurs twice in the log.
static inline void LifecheckObserve(UIApplication *application) {
#if DEBUG
  [NSNotificationCenter.defaultCenter addObserverForName:nil
                                                  object:application
                                                   queue:nil
                                              usingBlock:^(NSNotification *notification) {
                                                NSLog(@"%@", notification.name);
                                              }];
#endif
}
#endif

NS_ASSUME_NONNULL_END
