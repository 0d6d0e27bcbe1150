/**
 * The reason to abort what finished work no longer needs. Without a reason, each abort creates an
 * error with a stack, which takes half a millisecond the first time.
 */
export const workDone = Symbol('work done');
