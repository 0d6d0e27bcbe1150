import type { AnswerName, AnswerOf } from '../contract/answers';
import { issueWords } from '../contract/issue-words';
import { Failure, type FailureIssue } from '../failure';
import { answerChecks } from '../generated/answer-checks';
import { type ReadAnswer, requestId } from '../http/answer';

const shownIssues = 5;

/** Which fields are wrong, in zod's words: it is loaded now that there is something to tell. */
async function wrongFields(name: AnswerName, body: unknown): Promise<readonly FailureIssue[]> {
  const { answerSchemas } = await import('../contract/answers');
  const { error } = answerSchemas[name].safeParse(body, { error: issueWords });
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
}

/**
 * The body as the contract describes it; unknown fields and values pass. Throws exit 13 where it
 * does not fit, naming the fields.
 */
export async function checkAnswer<N extends AnswerName>(
  name: N,
  { body, status, headers }: ReadAnswer,
  request: string,
): Promise<AnswerOf<N>> {
  if (answerChecks[name](body)) return body as AnswerOf<N>;
  const issues = await wrongFields(name, body);
  const [first] = issues;
  const carriedOut = request.startsWith('GET ')
    ? ''
    : ' The service says that it carried the request out: look before you repeat it.';
  throw new Failure({
    ending: 'unexpectedAnswer',
    code: 'unexpected_answer',
    message: `The answer to ${request} does not fit its description${first === undefined ? '' : `: ${first.path || 'the body'}: ${first.message}`}`,
    status,
    issues: issues.slice(0, shownIssues),
    requestId: requestId(headers),
    hint: `Check the base URL and for a newer waybill.${carriedOut}`,
  });
}
