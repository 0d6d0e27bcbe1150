import { describe, expect, test } from 'vitest';
import { Failure } from '../failure';
import { LostCreate } from '../http/client';
import { settleCreate, settlingTime } from './settle-create';

const failure = (ending: Failure['ending']) =>
  new Failure({ ending, code: ending, message: `it is ${ending}` });
const lost = new LostCreate(failure('unavailable'));

type Step = 'ok' | Error;
/** What a lookup finds: the order, nothing, or an error that it throws. */
type Sight = 'found' | 'nothing' | Error;

/** Plays one sequence of events and returns what was done, in order. */
async function play(sends: readonly Step[], looks: readonly Sight[]) {
  const done: string[] = [];
  const next = <T>(steps: T[], what: string): T => {
    done.push(what);
    const step = steps.shift();
    if (step === undefined) throw new Error(`one ${what} too many`);
    return step;
  };
  const [toSend, toSee] = [[...sends], [...looks]];
  const result = await settleCreate({
    send: async () => {
      const step = next(toSend, 'send');
      if (step instanceof Error) throw step;
      return 'made';
    },
    look: async () => {
      const sight = next(toSee, 'look');
      if (sight instanceof Error) throw sight;
      return sight === 'found' ? 'seen' : undefined;
    },
    pause: async (milliseconds) => void done.push(`pause ${milliseconds}`),
    what: 'the order 1-2',
    hint: 'Look.',
  }).catch((error: Failure) => error.ending);
  expect([...toSend, ...toSee]).toEqual([]);
  return { result, done: done.join(', ').replaceAll(String(settlingTime), 'T') };
}

const made = { data: 'made', recovered: false };
const recovered = { data: 'seen', recovered: true };
const conflict = failure('conflict');

describe('settling a create', () => {
  test.each<[string, readonly Step[], readonly Sight[], unknown, string]>([
    ['a response', ['ok'], [], made, 'send'],
    ['refused', [failure('refused')], [], 'refused', 'send'],
    ['never sent', [failure('unavailable')], [], 'unavailable', 'send'],
    ['lost, and there', [lost], ['found'], recovered, 'send, look'],
    ['lost, and the number is taken', [lost], [conflict], 'conflict', 'send, look'],
    [
      'lost, and there a moment later',
      [lost],
      ['nothing', 'found'],
      recovered,
      'send, look, pause T, look',
    ],
    [
      'lost on the way: sent once more',
      [lost, 'ok'],
      ['nothing', 'nothing'],
      made,
      'send, look, pause T, look, send',
    ],
    [
      'sent once more while the first arrives',
      [lost, conflict],
      ['nothing', 'nothing', 'found'],
      recovered,
      'send, look, pause T, look, send, look',
    ],
    [
      'sent once more while a stranger took the number',
      [lost, conflict],
      ['nothing', 'nothing', conflict],
      'conflict',
      'send, look, pause T, look, send, look',
    ],
    [
      "a conflict with an order that can't be seen",
      [lost, conflict],
      ['nothing', 'nothing', 'nothing'],
      'conflict',
      'send, look, pause T, look, send, look',
    ],
    [
      'lost twice, and there',
      [lost, lost],
      ['nothing', 'nothing', 'found'],
      recovered,
      'send, look, pause T, look, send, pause T, look',
    ],
    [
      'lost twice, and nowhere',
      [lost, lost],
      ['nothing', 'nothing', 'nothing'],
      'unknown',
      'send, look, pause T, look, send, pause T, look',
    ],
    [
      'forbidden when sent once more: says nothing about the first',
      [lost, new Failure({ ending: 'refused', code: 'refused', message: 'no', status: 403 })],
      ['nothing', 'nothing'],
      'unknown',
      'send, look, pause T, look, send',
    ],
    [
      'refused when sent once more: the first was the same request',
      [lost, failure('refused')],
      ['nothing', 'nothing'],
      'refused',
      'send, look, pause T, look, send',
    ],
    [
      'not found when sent once more: neither was the first',
      [lost, failure('notFound')],
      ['nothing', 'nothing'],
      'notFound',
      'send, look, pause T, look, send',
    ],
    [
      'unauthorized when sent once more: the first may still have been carried out',
      [lost, failure('unauthorized')],
      ['nothing', 'nothing'],
      'unknown',
      'send, look, pause T, look, send',
    ],
    ['no way to look', [lost], [failure('unavailable')], 'unknown', 'send, look'],
    ["a list that can't be read", [lost], [failure('unexpectedResponse')], 'unknown', 'send, look'],
    ['interrupted while looking', [lost], [new Error('interrupted')], 'unknown', 'send, look'],
  ])('%s', async (_, sends, looks, result, done) => {
    expect(await play(sends, looks)).toEqual({ result, done });
  });

  test('an unknown outcome names the order and what to do', async () => {
    const settled = settleCreate({
      send: () => Promise.reject(lost),
      look: () => Promise.reject(failure('unavailable')),
      pause: async () => {},
      what: 'the order 1-2',
      hint: 'Look.',
    });
    await expect(settled).rejects.toMatchObject({
      message: "Can't tell whether the order 1-2 was created: it is unavailable",
      hint: 'Look.',
    });
  });
});

describe("a create that can't be looked up", () => {
  test('is an unknown outcome as soon as it is lost', async () => {
    const settling = { pause: async () => {}, what: 'the order', hint: 'Look.' };
    await expect(
      settleCreate({ ...settling, send: () => Promise.reject(lost) }),
    ).rejects.toMatchObject({ ending: 'unknown' });
    await expect(settleCreate({ ...settling, send: () => Promise.reject(conflict) })).rejects.toBe(
      conflict,
    );
    expect(await settleCreate({ ...settling, send: async () => 'made' })).toEqual(made);
  });
});
