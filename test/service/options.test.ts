import { expect, test, vi } from 'vitest';
import { openSandbox } from './in-process';

test('a free plan responds to every request with 403 plan_required', async () => {
  const { ask } = await openSandbox({ plan: 'free' });
  for (const path of ['/buying-group-orders', '/gift-card-orders', '/credit-cards', '/nowhere']) {
    const { status, body } = await ask('GET', path);
    expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'plan_required' });
  }
});

test('the rate limit lets this many requests through per window, then says how long to wait', async () => {
  const { ask, pass } = await openSandbox({ rateLimit: { requests: 2, seconds: 10 } });
  const look = async () => {
    const { status, headers, body } = await ask('GET', '/credit-cards');
    return { status, wait: headers['retry-after'], code: body.error?.code };
  };
  expect(await look()).toEqual({ status: 200, wait: undefined, code: undefined });
  pass(3_500);
  expect(await look()).toEqual({ status: 200, wait: undefined, code: undefined });
  expect(await look()).toEqual({ status: 429, wait: '7', code: 'rate_limited' });
  pass(6_499);
  expect(await look()).toEqual({ status: 429, wait: '1', code: 'rate_limited' });
  pass(1);
  expect(await look()).toEqual({ status: 200, wait: undefined, code: undefined });
});

test('shipments that match nothing are refused, each by its position', async () => {
  const { ask } = await openSandbox({});
  const { data } = (await ask('GET', '/buying-group-orders?limit=1')).body;
  const [{ retailer, orderNumber }] = data;
  const answer = await ask('POST', '/shipments', {
    shipments: [
      { retailer, orderNumber, trackingNumber: 'TBA300000000001' },
      { retailer, orderNumber: 'none such', trackingNumber: 'TBA300000000002' },
    ],
  });
  expect(answer.status).toBe(404);
  expect(answer.body.error.code).toBe('not_found');
  const paths = answer.body.error.issues.map((issue: { path: string }) => issue.path);
  expect(paths).toEqual(['shipments.1.orderNumber']);
});

test('delays every response, refusals included, while the work goes on', async () => {
  const letGo: (() => void)[] = [];
  const { ask, service } = await openSandbox({
    rateLimit: { requests: 1, seconds: 60 },
    delay: () => new Promise((resolve) => letGo.push(resolve)),
  });
  const order = {
    orderDate: '2025-11-10',
    retailer: 'Best Buy',
    buyingGroup: 'bfmr',
    orderLineItems: [{ unitPrice: 1000 }],
  };
  const before = service.info().counts.orders;
  const seen: number[] = [];
  const answers = [1, 2].map(() =>
    ask('POST', '/buying-group-orders', order).then(({ status }) => seen.push(status)),
  );
  await vi.waitFor(() => expect(service.info().counts.orders).toBe(before + 1));
  expect(seen).toEqual([]);
  for (const go of letGo) go();
  await Promise.all(answers);
  expect(seen.sort()).toEqual([201, 429]);
});
