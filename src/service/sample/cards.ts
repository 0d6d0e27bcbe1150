import { addDays } from '../../lib/days';
import type { StoredCard } from '../store/store';
import { daysToMove } from './days';
import type { Chance } from './random';

const wallet: readonly StoredCard[] = [
  {
    id: '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a01',
    name: 'Ink Business Cash',
    issuer: 'Chase',
    nickname: 'Ink Cash',
    lastDigits: '4417',
    accountOwner: 'Dana Reyes',
    annualFee: 0,
    earnRate: 1.5,
    openedAt: '2022-03-14',
    closedAt: null,
    subCards: [
      {
        id: '0a8e2f7c-52d1-4c53-8f0b-2b7d6a1c4b11',
        cardType: 'employee',
        nickname: 'Ink Cash (Sam)',
        lastDigits: '8820',
      },
    ],
  },
  {
    id: '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a02',
    name: 'Business Gold',
    issuer: 'American Express',
    nickname: 'Biz Gold',
    lastDigits: '1009',
    accountOwner: 'Dana Reyes',
    annualFee: 37500,
    earnRate: 4,
    openedAt: '2023-07-02',
    closedAt: null,
    subCards: [
      {
        id: '0a8e2f7c-52d1-4c53-8f0b-2b7d6a1c4b21',
        cardType: 'employee',
        nickname: 'Biz Gold (Sam)',
        lastDigits: '1017',
      },
      {
        id: '0a8e2f7c-52d1-4c53-8f0b-2b7d6a1c4b22',
        cardType: 'virtual',
        nickname: 'Biz Gold (online)',
        lastDigits: '1025',
      },
    ],
  },
  {
    id: '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a03',
    name: 'Venture X Business',
    issuer: 'Capital One',
    nickname: 'Venture X',
    lastDigits: '7730',
    accountOwner: 'Sam Reyes',
    annualFee: 39500,
    earnRate: 2,
    openedAt: '2024-01-22',
    closedAt: null,
    subCards: [],
  },
  {
    id: '7d1c6c0e-3b0f-4f0e-9f54-6a3f0c9e1a04',
    name: 'Double Cash',
    issuer: 'Citi',
    nickname: 'Double Cash',
    lastDigits: '5512',
    accountOwner: 'Sam Reyes',
    annualFee: 0,
    earnRate: 2,
    openedAt: '2019-10-05',
    closedAt: '2025-02-28',
    subCards: [],
  },
];

export function sampleCards(today: string): readonly StoredCard[] {
  return wallet.map((card) => withDays(card, daysToMove(today)));
}

function withDays(card: StoredCard, days: number): StoredCard {
  const { openedAt, closedAt } = card;
  return {
    ...card,
    openedAt: addDays(openedAt, days),
    closedAt: closedAt && addDays(closedAt, days),
  };
}

const products = [
  { issuer: 'Chase', name: 'Ink Business Unlimited', annualFee: 0, earnRate: 1.5 },
  { issuer: 'American Express', name: 'Blue Business Plus', annualFee: 0, earnRate: 2 },
  { issuer: 'Capital One', name: 'Spark Cash Plus', annualFee: 15000, earnRate: 2 },
  { issuer: 'U.S. Bank', name: 'Triple Cash Rewards', annualFee: 0, earnRate: 1.5 },
  { issuer: 'Bank of America', name: 'Customized Cash', annualFee: 0, earnRate: 2.625 },
] as const;

export function makeCard(chance: Chance, today: string): StoredCard {
  const { issuer, name, annualFee, earnRate } = chance.pick(products);
  const lastDigits = chance.digits(4);
  const subCards = Array.from({ length: chance.between(0, 2) }, () => {
    const digits = chance.digits(4);
    return {
      id: chance.uuid(),
      cardType: 'employee',
      nickname: `${name} ${digits}`,
      lastDigits: digits,
    };
  });
  const card = {
    id: chance.uuid(),
    name,
    issuer,
    nickname: `${name} ${lastDigits}`,
    lastDigits,
    accountOwner: chance.pick(['Dana Reyes', 'Sam Reyes']),
    annualFee,
    earnRate,
    openedAt: `20${chance.between(18, 24)}-0${chance.between(1, 9)}-1${chance.digits(1)}`,
    closedAt: chance.next() < 0.1 ? '2025-06-30' : null,
    subCards,
  };
  return withDays(card, daysToMove(today));
}
