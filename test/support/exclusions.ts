/**
 * The tests that are skipped for the executable, by name, each with its reason: behavior of its
 * runtime that the code can't change. Any difference that the code can change is fixed there.
 */
export const exclusions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "a program that can't be loaded says so, and shows nothing of its environment":
      'a single file has no parts that could be missing',
    'a target that is not a path yields 400 in the error shape':
      'the runtime refuses such a request before the program sees it: 400 without a body',
    'SIGTERM ends it at once with a connection that is idle':
      'the runtime leaves a connection to the kernel until data arrives (TCP_DEFER_ACCEPT), so the program, which does end, has none to close',
  }),
);
