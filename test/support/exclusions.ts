/**
 * The tests that the executable does not run, by name, each with its reason: what its runtime does by
 * itself and the code cannot change. A difference that the code can change is fixed there.
 */
export const exclusions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'a program that can not be loaded says so, and nothing of its environment':
      'one file has no parts that could be missing',
    'a target that is no path yields 400 in the error shape':
      'the runtime refuses such a request before the program sees it: 400 without a body',
    'SIGTERM ends it at once with a connection that is idle':
      'the runtime leaves a connection to the kernel until something comes (TCP_DEFER_ACCEPT), so that the program, which does end, has none to close',
  }),
);
