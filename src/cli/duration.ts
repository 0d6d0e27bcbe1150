import { readDuration } from '../lib/duration';
import { valued } from './flag';

/** A flag that takes a span of time; its value is in milliseconds. */
export function duration(placeholder: string, describe: string) {
  return valued(placeholder, describe, readDuration);
}
