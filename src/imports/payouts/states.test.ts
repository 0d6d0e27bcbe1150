import { describe, expect, test } from 'vitest';
import { fitsPayment, waits } from './formats';

describe('whether a payment is still to come', () => {
  test.each<[string, boolean]>([
    ['', true],
    ['pending', true],
    ['Awaiting check', true],
    ['not received', true],
    ['unverified', true],
    ['unpaid', true],
    ['to be paid', true],
    ['not yet paid', true],
    ['no', true],
    ['0', true],
    ['not paid', true],
    ['pending, but paid', true],
    ['payment sent, on hold', true],
    ['shipped, but paid', false],
    ['not here, payment received', false],
    ['No way', false],
    ['teleported', false],
  ])('%j', (text, expected) => {
    expect(waits(text)).toBe(expected);
  });
});

describe('whether a text fits a payment beside it', () => {
  test.each<[string, boolean]>([
    ['', true],
    ['Paid', true],
    ['Package received', true],
    ['Shipped', true],
    ['Bonus', true],
    ['Bonus?', false],
    ['No bonus', false],
    ['not shipped', false],
    ['shipped, but paid', false],
    ['partial', false],
  ])('%j', (text, expected) => {
    expect(fitsPayment(text)).toBe(expected);
  });
});
