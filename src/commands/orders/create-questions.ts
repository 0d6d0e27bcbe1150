import type { Context } from '../../context/context';
import { Failure } from '../../failure';
import { likelyColumn } from '../../imports/likely-column';
import {
  type AnswerFlag,
  eachFlagOnce,
  type FlagAnswer,
  flagsText,
  type OpenQuestion,
  OpenQuestions,
} from '../../imports/orders/questions';
import type { OrderKind } from '../../orders/kinds';
import { type CreateFileFlags, type ReadOrders, readFile } from './create-read';

/** The flags with the answers to questions. */
function withAnswers(flags: CreateFileFlags, answers: readonly FlagAnswer[]): CreateFileFlags {
  const of = (name: FlagAnswer[0]) =>
    eachFlagOnce(answers).flatMap(([flag, value]) => (flag === name ? value : []));
  const one = <F extends AnswerFlag & keyof CreateFileFlags>(name: F) =>
    (of(name)[0] ?? flags[name]) as CreateFileFlags[F];
  const group = of('group')[0] ?? of('platform')[0];
  const retailer = of('retailer')[0];
  return {
    ...flags,
    map: [...(flags.map ?? []), ...of('map')],
    ignore: [...(flags.ignore ?? []), ...of('ignore')],
    prices: one('prices'),
    payouts: one('payouts'),
    money: one('money'),
    difference: one('difference'),
    defaults: { ...flags.defaults, ...(group && { group }), ...(retailer && { retailer }) },
  };
}

const none = 'none';
const typed = 'typed';

/** Asks one question; undefined if none of the answers is right. */
async function answerTo(
  { question, answers, typed: typedFlag, proposed, field }: OpenQuestion,
  { header, rows }: OpenQuestions['file'],
  taken: readonly FlagAnswer[],
  context: Context,
): Promise<readonly FlagAnswer[] | undefined> {
  const questions = await context.questions();
  const flag = flagsText(proposed);
  if (answers.length > 0) {
    const columns = new Set(taken.map(([, value]) => value.slice(value.indexOf('=') + 1)));
    const free = header.flatMap((one, index) => (columns.has(one) ? [] : [index]));
    const guess = field === undefined ? undefined : likelyColumn(field, free, rows);
    const isGuess = ({ label }: { readonly label: string }) =>
      guess !== undefined && label === header[guess];
    const options = [
      { value: none, label: 'None of them' },
      ...answers.flatMap(({ label }, index) =>
        field !== undefined && columns.has(label) ? [] : { value: String(index), label },
      ),
      ...(typedFlag === undefined ? [] : [{ value: typed, label: `Type the ${typedFlag}` }]),
    ];
    const preselected = String(answers.findIndex(isGuess));
    const chosen = await questions.choose({
      question,
      flag,
      options,
      ...(preselected !== '-1' && { preselected }),
    });
    if (chosen === none) return undefined;
    if (chosen !== typed) return answers[Number(chosen)]?.flags;
  }
  if (typedFlag === undefined) return undefined;
  const wanted = answers.length > 0 ? `What is the ${typedFlag}?` : question;
  return [[typedFlag, (await questions.text({ question: wanted, flag })).trim()]];
}

/** Asks all questions in one go, with the header and the first rows in sight. */
async function answersTo(open: OpenQuestions, context: Context): Promise<readonly FlagAnswer[]> {
  const { questions, file } = open;
  const lines = [file.header, ...file.rows].map((cells) => cells.join(' | '));
  context.notices.warning([open.message, ...lines].join('\n'));
  const given: FlagAnswer[] = [];
  for (const question of questions) {
    const answer = await answerTo(question, file, given, context);
    if (answer === undefined) throw withCommand(open, given);
    given.push(...answer);
  }
  return given;
}

/** The failure with the answers given so far, so that none is lost. */
function withCommand(failure: Failure, answers: readonly FlagAnswer[]): Failure {
  if (answers.length === 0) return failure;
  const given = `Your answers so far: ${flagsText(answers)}.`;
  return failure.with({ hint: [given, failure.hint].filter(Boolean).join(' ') });
}

/**
 * Reads the file. A person is asked what it leaves open, all in one go, and then whether to keep the
 * answers for files with its header.
 */
export async function readAsking(
  flags: CreateFileFlags,
  kind: OrderKind,
  context: Context,
): Promise<ReadOrders> {
  const answers: FlagAnswer[] = [];
  const asked = new Set<string>();
  const canAsk = (flag: string) => !asked.has(flag);
  for (;;) {
    try {
      const read = await readFile(withAnswers(flags, answers), kind, context, canAsk);
      if (answers.length > 0 && !flags.saveMapping) await offerToKeep(read, answers, context);
      return read;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const isNew = !asked.has(error.message);
      asked.add(error.message);
      if (!(error instanceof OpenQuestions && isNew)) throw withCommand(error, answers);
      for (const { proposed } of error.questions) asked.add(proposed[0]?.[0] ?? '');
      answers.push(...(await answersTo(error, context)));
    }
  }
}

async function offerToKeep(read: ReadOrders, answers: readonly FlagAnswer[], context: Context) {
  const mayKeep = !context.settings().dryRun;
  const questions = await context.questions();
  if (mayKeep && (await questions.confirm('Keep these answers for files like this?'))) read.save();
  else {
    const words = `To read such a file without a question, add ${flagsText(answers)}`;
    context.notices.notice(`${words}, and --save-mapping to keep it for files with this header.`);
  }
}
