import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { type Currency, toMajor } from '#shared/money.ts'
import { calculateZakat, type ZakatResult } from './calculate-zakat.ts'
import type { RuleChoices } from './rule-sets.ts'
import type { AssetLine, DebtLine, ZakatInput } from './zakat-input.ts'

const prices = { gold: { perGram: '100.00' }, silver: { perGram: '1.20' } }
const base: ZakatInput = { currency: 'USD', date: localDate('2026-11-20'), prices, assets: [] }
const cash = (amount: string): AssetLine => ({ kind: 'cash', amount })

function calculate(input: Partial<ZakatInput>): ZakatResult {
  const calculation = calculateZakat({ ...base, ...input })
  if (!calculation.isValid) throw new Error(JSON.stringify(calculation.refusals))
  return calculation.result
}

type Case = {
  readonly name: string
  readonly assets: readonly AssetLine[]
  readonly debts?: readonly DebtLine[]
  readonly choices?: Partial<RuleChoices>
  readonly more?: Partial<ZakatInput>
  readonly net: string
  readonly status?: ZakatResult['status']
  readonly zakat: string
}

const inCurrency = (currency: Currency, silver: string, gold = '100'): Partial<ZakatInput> => ({
  currency,
  prices: { gold: { perGram: gold }, silver: { perGram: silver } },
})
const below = 'BELOW_NISAB'
const wornGold: AssetLine = { kind: 'gold', grams: '100', karat: '22', use: 'worn' }
const mortgage: DebtLine = { kind: 'long-term', instalment: '500' }

const cases: readonly Case[] = [
  { name: '1 cash', assets: [cash('10000')], net: '10000.00', zakat: '250.00' },
  { name: '2 the nisab as shown', assets: [cash('734.84')], net: '734.84', zakat: '18.38' },
  { name: '3 one cent less', assets: [cash('734.83')], net: '734.83', status: below, zakat: '0.00' },
  {
    name: '4 below the gold nisab',
    assets: [cash('8000')],
    choices: { basis: 'gold' },
    net: '8000.00',
    status: below,
    zakat: '0.00',
  },
  {
    name: '5a gold nisab of 85 g',
    assets: [cash('8600')],
    choices: { basis: 'gold', weights: '85/595' },
    net: '8600.00',
    zakat: '215.00',
  },
  {
    name: '5b gold nisab of 87.48 g',
    assets: [cash('8600')],
    choices: { basis: 'gold' },
    net: '8600.00',
    status: below,
    zakat: '0.00',
  },
  {
    name: '6 hawl not complete',
    assets: [cash('10000')],
    more: { hawl: { isComplete: false } },
    net: '10000.00',
    status: 'NOT_YET_DUE',
    zakat: '0.00',
  },
  { name: '7 solar year', assets: [cash('10000')], choices: { year: 'solar' }, net: '10000.00', zakat: '257.70' },
  { name: '8 worn gold counted', assets: [wornGold], net: '9166.67', zakat: '229.17' },
  {
    name: '9 worn gold exempt',
    assets: [wornGold],
    choices: { wornJewellery: 'exempt' },
    net: '0.00',
    status: below,
    zakat: '0.00',
  },
  {
    name: '10 gold, silver and cash',
    assets: [{ kind: 'gold', grams: '30', karat: '18' }, { kind: 'silver', grams: '200' }, cash('500')],
    net: '2990.00',
    zakat: '74.75',
  },
  {
    name: '11a long-term shares at 25 %',
    assets: [{ kind: 'long-term-shares', amount: '20000' }],
    net: '5000.00',
    zakat: '125.00',
  },
  {
    name: '11b long-term shares at 30 %',
    assets: [{ kind: 'long-term-shares', amount: '20000', percent: '30' }],
    net: '6000.00',
    zakat: '150.00',
  },
  {
    name: '12 trading shares',
    assets: [{ kind: 'trading-shares', amount: '20000' }],
    net: '20000.00',
    zakat: '500.00',
  },
  {
    name: '13 pension, half equity and half property',
    assets: [
      { kind: 'uk-pension', fund: 'equity', amount: '5000' },
      { kind: 'uk-pension', fund: 'property', amount: '5000' },
    ],
    net: '2100.00',
    zakat: '52.50',
  },
  {
    name: '14 401(k)',
    assets: [{ kind: '401k', amount: '200000', penaltyPercent: '10', taxPercent: '25' }],
    net: '130000.00',
    zakat: '3250.00',
  },
  {
    name: '15 RRSP',
    assets: [{ kind: 'rrsp', amount: '50000', taxPercent: '30' }],
    more: inCurrency('CAD', '1.20'),
    net: '35000.00',
    zakat: '875.00',
  },
  { name: '16 crypto', assets: [{ kind: 'crypto', amount: '12345.67' }], net: '12345.67', zakat: '308.65' },
  {
    name: '17 business',
    assets: [{ kind: 'business', cash: '8000', stock: '25000', debtors: '6000', creditors: '9000' }],
    net: '30000.00',
    zakat: '750.00',
  },
  { name: '18 mortgage', assets: [cash('15000')], debts: [mortgage], net: '9000.00', zakat: '225.00' },
  {
    name: '19 debts not deducted',
    assets: [cash('15000')],
    debts: [mortgage],
    choices: { debts: 'none' },
    net: '15000.00',
    zakat: '375.00',
  },
  {
    name: '20 money owed',
    assets: [
      cash('500'),
      { kind: 'money-owed', quality: 'good', amount: '3000' },
      { kind: 'money-owed', quality: 'doubtful', amount: '2000' },
    ],
    net: '3500.00',
    zakat: '87.50',
  },
  {
    name: '21 more debts than wealth',
    assets: [cash('4000')],
    debts: [{ kind: 'due-now', amount: '5000' }],
    net: '0.00',
    status: below,
    zakat: '0.00',
  },
  { name: '22 rounded up', assets: [cash('1234.57')], net: '1234.57', zakat: '30.87' },
  {
    name: '23 three decimals',
    assets: [cash('2500.125')],
    more: inCurrency('KWD', '0.370'),
    net: '2500.125',
    zakat: '62.504',
  },
  { name: '24 no decimals', assets: [cash('1234567')], more: inCurrency('JPY', '180'), net: '1234567', zakat: '30865' },
  {
    name: '25 several kinds',
    assets: [
      cash('6200'),
      { kind: 'gold', grams: '50', karat: '22', use: 'worn' },
      { kind: 'long-term-shares', amount: '8000' },
      { kind: 'crypto', amount: '1500' },
      { kind: 'money-owed', quality: 'good', amount: '700' },
    ],
    debts: [
      { kind: 'within-a-year', amount: '1400' },
      { kind: 'long-term', instalment: '300', monthsLeft: '240' },
    ],
    net: '9983.33',
    zakat: '249.59',
  },
]

test.each(cases)('worked case $name', ({ assets, debts = [], choices = {}, more = {}, net, status = 'DUE', zakat }) => {
  const result = calculate({ ...more, assets, debts, choices })
  expect({ net: toMajor(result.net), status: result.status, zakat: toMajor(result.zakat) }).toEqual({
    net,
    status,
    zakat,
  })
})

test('both thresholds are shown rounded up', () => {
  expect(calculate({}).nisab).toEqual({
    gold: { amount: 874_800n, currency: 'USD' },
    silver: { amount: 73_484n, currency: 'USD' },
  })
  expect(calculate(inCurrency('KWD', '0.370')).nisab.silver.amount).toBe(226_574n)
  expect(calculate(inCurrency('JPY', '180')).nisab.silver.amount).toBe(110_225n)
})

test.each<[string, AssetLine[], 'gold' | 'silver']>([
  ['gold only', [{ kind: 'gold', grams: '50' }], 'gold'],
  ['gold and an empty line', [{ kind: 'gold', grams: '50' }, cash('0')], 'gold'],
  [
    'gold and an exempt home',
    [
      { kind: 'gold', grams: '50' },
      { kind: 'property', use: 'home', amount: '9' },
    ],
    'gold',
  ],
  ['gold and a cent', [{ kind: 'gold', grams: '50' }, cash('0.01')], 'silver'],
  [
    'gold and interest',
    [
      { kind: 'gold', grams: '50' },
      { kind: 'interest', amount: '10' },
    ],
    'gold',
  ],
  ['silver only', [{ kind: 'silver', grams: '50' }], 'silver'],
  ['nothing', [], 'silver'],
])('%s is judged as it should be [zakat-7]', (_, assets, basis) => {
  expect(calculate({ assets }).basis).toBe(basis)
})

test('gold only is judged by gold also when debts are taken off [zakat-7]', () => {
  const result = calculate({
    assets: [{ kind: 'gold', grams: '90' }],
    debts: [{ kind: 'due-now', amount: '500' }],
  })
  expect([result.basis, result.status, toMajor(result.net)]).toEqual(['gold', below, '8500.00'])
})

const exempt = { wornJewellery: 'exempt' } as const
test.each<[string, AssetLine[], string]>([
  ['850 g of pure gold', [{ kind: 'gold', grams: '850', use: 'worn' }], '0.00'],
  [
    'over 850 g together',
    [
      { kind: 'gold', grams: '850', use: 'worn' },
      { kind: 'gold', grams: '0.01', use: 'worn' },
    ],
    '85001.00',
  ],
  ['927.27 g of 22 karat', [{ kind: 'gold', grams: '927.27', karat: '22', use: 'worn' }], '0.00'],
  ['a man’s gold', [{ kind: 'gold', grams: '10', use: 'worn', wornBy: 'man' }], '1000.00'],
  [
    'a man’s gold does not add to a woman’s',
    [
      { kind: 'gold', grams: '850', use: 'worn', wornBy: 'woman' },
      { kind: 'gold', grams: '10', use: 'worn', wornBy: 'man' },
    ],
    '1000.00',
  ],
  ['gold that is stored', [{ kind: 'gold', grams: '10', use: 'stored' }], '1000.00'],
  ['worn silver without a limit', [{ kind: 'silver', grams: '9000', use: 'worn' }], '0.00'],
])('exempt jewellery: %s [zakat-10]', (_, assets, net) => {
  expect(toMajor(calculate({ assets, choices: exempt }).net)).toBe(net)
})

test.each<[string, AssetLine, string]>([
  ['silver of 925', { kind: 'silver', grams: '1000', fineness: '925' }, '1110.00'],
  ['shares by their assets', { kind: 'shares-by-assets', shares: '10.5', zakatablePerShare: '2.125' }, '22.31'],
  ['dividends still held', { kind: 'dividends', amount: '10' }, '10.00'],
  ['tokens that are not for sale', { kind: 'crypto', use: 'not-for-resale', amount: '10' }, '0.00'],
  ['a business that owes more than it has', { kind: 'business', cash: '10', creditors: '11' }, '0.00'],
  ['raw materials', { kind: 'business', rawMaterials: '10', stock: '1' }, '11.00'],
  ['property for resale', { kind: 'property', use: 'resale', amount: '10' }, '10.00'],
  ['rented property', { kind: 'property', use: 'rented', amount: '10' }, '0.00'],
  ['undecided land', { kind: 'property', use: 'undecided', amount: '10' }, '0.00'],
  ['unpaid wages', { kind: 'money-owed', quality: 'wages', amount: '10' }, '0.00'],
  ['a bare trust', { kind: 'money-owed', quality: 'bare-trust', amount: '10' }, '10.00'],
  ['a Shariah pension fund', { kind: 'uk-pension', fund: 'shariah', amount: '100' }, '26.00'],
  ['a mixed pension fund', { kind: 'uk-pension', fund: 'mixed', amount: '100' }, '50.00'],
  ['a pension in bonds', { kind: 'uk-pension', fund: 'bonds', amount: '100' }, '100.00'],
  ['a pension at another proxy', { kind: 'uk-pension', fund: 'equity', percent: '25', amount: '100' }, '25.00'],
  ['a pension in full', { kind: 'uk-pension', fund: 'equity', treatment: 'full', amount: '100' }, '100.00'],
  [
    'a pension until access',
    { kind: 'uk-pension', fund: 'equity', treatment: 'exempt-until-access', amount: '1' },
    '0.00',
  ],
  ['a promised pension', { kind: 'defined-benefit-pension', amount: '100' }, '0.00'],
  ['penalty and tax above 100', { kind: 'ira', amount: '100', penaltyPercent: '60', taxPercent: '60' }, '0.00'],
  ['a 401(k) in full', { kind: '401k', amount: '100', penaltyPercent: '10', treatment: 'full' }, '100.00'],
  ['an IRA without figures', { kind: 'ira', amount: '100' }, '100.00'],
  ['a LISA with the charge', { kind: 'lisa', amount: '100', hasCharge: true }, '75.00'],
  ['a LISA without it', { kind: 'lisa', amount: '100', hasCharge: false }, '100.00'],
  ['a shares ISA', { kind: 'shares-isa', amount: '100' }, '25.00'],
  ['a cash ISA', { kind: 'cash-isa', amount: '100' }, '100.00'],
  ['a Junior ISA', { kind: 'junior-isa', amount: '100' }, '0.00'],
  ['a car', { kind: 'personal-use', amount: '100' }, '0.00'],
])('%s counts as it should [zakat-9]', (_, line, net) => {
  expect(toMajor(calculate({ assets: [line] }).net)).toBe(net)
})

const owed = cash('100000')
test.each<[string, DebtLine, RuleChoices['debts'], RuleChoices['studentLoans'], string]>([
  ['five months left', { kind: 'long-term', instalment: '500', monthsLeft: '5' }, 'next12', 'not-deducted', '2500.00'],
  ['at most what is owed', { kind: 'long-term', instalment: '500', owed: '1200' }, 'next12', 'not-deducted', '1200.00'],
  ['the principal', { kind: 'long-term', instalment: '500', owed: '90000' }, 'all', 'not-deducted', '90000.00'],
  ['bills where no debt counts', { kind: 'due-now', amount: '5' }, 'none', 'not-deducted', '0.00'],
  ['finished tax year', { kind: 'unpaid-tax', taxYear: 'finished', amount: '5' }, 'next12', 'not-deducted', '5.00'],
  ['running tax year', { kind: 'unpaid-tax', taxYear: 'running', amount: '5' }, 'all', 'not-deducted', '0.00'],
  ['interest owed', { kind: 'interest-owed', amount: '5' }, 'all', 'not-deducted', '0.00'],
  [
    'student loan, switch off',
    { kind: 'student-loan', instalment: '50', isRepaying: true },
    'all',
    'not-deducted',
    '0.00',
  ],
  ['student loan', { kind: 'student-loan', instalment: '50', isRepaying: true }, 'next12', 'next12', '600.00'],
  [
    'student loan where all counts',
    { kind: 'student-loan', instalment: '50', isRepaying: true },
    'all',
    'next12',
    '600.00',
  ],
  [
    'student loan not repaid',
    { kind: 'student-loan', instalment: '50', isRepaying: false },
    'next12',
    'next12',
    '0.00',
  ],
  ['student loan, no debts', { kind: 'student-loan', instalment: '50', isRepaying: true }, 'none', 'next12', '0.00'],
])('debts: %s [zakat-11]', (_, line, debts, studentLoans, deducted) => {
  expect(toMajor(calculate({ assets: [owed], debts: [line], choices: { debts, studentLoans } }).debts)).toBe(deducted)
})

test('other currencies are converted exactly and rounded once [zakat-14]', () => {
  const result = calculate({
    rates: { USD: { perEuro: '1.1' }, GBP: { perEuro: '0.87' }, JPY: { perEuro: '163' } },
    assets: [
      { kind: 'cash', amount: '1000', currency: 'GBP' },
      { kind: 'cash', amount: '100', currency: 'EUR' },
      { kind: 'cash', amount: '5000', currency: 'GBP' },
    ],
    debts: [{ kind: 'due-now', amount: '0.01', currency: 'USD' }],
  })
  // 6000 × 1.1 / 0.87 + 110 − 0.01 = 7696.19689…
  expect([toMajor(result.net), toMajor(result.zakat)]).toEqual(['7696.20', '192.41'])
  expect(result.rates).toEqual({ USD: { perEuro: '1.1' }, GBP: { perEuro: '0.87' } })
})

test('status: a child first, then the nisab, then the year [zakat-12]', () => {
  const child = { isForChild: true, assets: [cash('10000')] }
  expect(calculate({ ...child, ruleSetId: 'hanafi-1' })).toMatchObject({ status: 'NOT_LIABLE', zakat: { amount: 0n } })
  expect(calculate({ ...child, ruleSetId: 'hanafi-1', choices: { weights: '85/595' } })).toMatchObject({
    status: 'NOT_LIABLE',
    ruleSetId: 'own-choices',
    basedOn: 'hanafi-1',
  })
  expect(calculate(child)).toMatchObject({ status: 'DUE', zakat: { amount: 25_000n } })
  expect(calculate({ isForChild: true, assets: [{ kind: 'junior-isa', amount: '1000', holds: 'cash' }] }).status).toBe(
    'DUE',
  )
  const hawl = { isComplete: false, startedOn: localDate('2026-03-19') }
  expect(calculate({ assets: [cash('1')], hawl })).toMatchObject({ status: below, dueDate: null })
})

test.each([
  ['2026-03-19', 'lunar', '2027-03-08'],
  ['2026-02-18', 'lunar', '2027-02-08'],
  ['2026-03-19', 'solar', '2027-03-19'],
  ['2024-02-29', 'solar', '2025-02-28'],
] as const)('a year that began on %s (%s) ends on %s [zakat-12]', (startedOn, year, dueDate) => {
  const hawl = { isComplete: false, startedOn: localDate(startedOn) }
  expect(calculate({ assets: [cash('10000')], hawl, choices: { year } })).toMatchObject({
    status: 'NOT_YET_DUE',
    dueDate,
    zakat: { amount: 0n },
  })
})

test('interest is given away in full, rounded up, and never counts [zakat-12]', () => {
  const result = calculate({
    rates: { USD: { perEuro: '1.1' } },
    assets: [
      { kind: 'interest', amount: '10.01' },
      { kind: 'interest', amount: '0.05', currency: 'EUR' },
    ],
    isForChild: true,
    ruleSetId: 'hanafi-1',
  })
  expect(result).toMatchObject({ status: 'NOT_LIABLE', purification: { amount: 1007n }, net: { amount: 0n } })
})

test('what the donor changed of a rule set is named [zakat-8]', () => {
  expect(calculate({})).toMatchObject({ ruleSetId: 'cautious-1', basedOn: 'cautious-1', changed: [] })
  expect(calculate({ choices: { basis: 'silver', longTermSharesPercent: '25.0' } }).ruleSetId).toBe('cautious-1')
  expect(calculate({ ruleSetId: 'maliki-1', choices: { basis: 'silver', longTermSharesPercent: '30' } })).toMatchObject(
    {
      ruleSetId: 'own-choices',
      basedOn: 'maliki-1',
      changed: ['basis', 'longTermSharesPercent'],
    },
  )
  expect(calculate({ assets: [{ kind: 'shares-isa', amount: '1', percent: '30' }] }).changed).toEqual(['assets'])
  expect(calculate({ assets: [{ kind: 'shares-isa', amount: '1', percent: '25' }] }).changed).toEqual([])
})

test('all that is wrong is found, under the path of its field [zakat-15]', () => {
  const calculation = calculateZakat({
    ...base,
    date: 'tomorrow' as never,
    ruleSetId: 'zahiri-1' as never,
    prices: { gold: { perGram: '0' }, silver: { perGram: '' } },
    choices: { debts: 'all', basis: 'copper' as never, longTermSharesPercent: '101' },
    hawl: { isComplete: false, startedOn: '2026-02-30' as never },
    assets: [
      cash('-5'),
      { kind: 'cash', amount: '1.234' },
      { kind: 'gold', grams: 'x', karat: '25' },
      { kind: 'silver', grams: '1.23456', fineness: '0.5' },
      { kind: '401k', amount: '1', penaltyPercent: '100.5' },
      { kind: 'cash', amount: '1', currency: 'GBP' },
      { kind: 'camels' as never, amount: '5' },
      { kind: 'property', amount: '12,5' } as never,
      null as never,
      { kind: 'cash', amount: 5 as never },
    ],
    debts: [{ kind: 'long-term', instalment: '5', monthsLeft: '1.5' }],
  })
  expect(calculation).toEqual({
    isValid: false,
    refusals: [
      { path: 'date', code: 'date-invalid' },
      { path: 'hawl.startedOn', code: 'date-invalid' },
      { path: 'ruleSetId', code: 'choice-invalid' },
      { path: 'choices.basis', code: 'choice-invalid' },
      { path: 'choices.longTermSharesPercent', code: 'number-too-large', params: { max: 100 } },
      { path: 'prices.gold.perGram', code: 'number-not-positive' },
      { path: 'prices.silver.perGram', code: 'number-not-positive' },
      { path: 'assets.6.kind', code: 'choice-invalid' },
      { path: 'assets.8.kind', code: 'choice-invalid' },
      { path: 'assets.0.amount', code: 'number-negative' },
      { path: 'assets.1.amount', code: 'number-too-many-decimals', params: { count: 2 } },
      { path: 'assets.2.grams', code: 'number-invalid' },
      { path: 'assets.2.karat', code: 'number-too-large', params: { max: 24 } },
      { path: 'assets.3.fineness', code: 'number-too-small', params: { min: 1 } },
      { path: 'assets.4.penaltyPercent', code: 'number-too-large', params: { max: 100 } },
      { path: 'assets.5.currency', code: 'rate-unknown' },
      { path: 'assets.7.use', code: 'choice-invalid' },
      { path: 'assets.7.amount', code: 'number-invalid' },
      { path: 'assets.9.amount', code: 'number-invalid' },
      { path: 'debts.0.monthsLeft', code: 'number-too-many-decimals', params: { count: 0 } },
      { path: 'debts.0.owed', code: 'debt-owed-missing' },
    ],
  })
})

test('a line that a rule ignores is checked all the same [zakat-15]', () => {
  const calculation = calculateZakat({
    ...base,
    choices: { debts: 'none', ukPension: 'exempt-until-access' },
    assets: [
      { kind: 'personal-use', amount: '-1' },
      { kind: 'uk-pension', fund: 'equity', amount: '-1' },
    ],
    debts: [{ kind: 'due-now', amount: '-1' }],
  })
  expect(calculation.isValid ? [] : calculation.refusals.map(({ path }) => path)).toEqual([
    'assets.0.amount',
    'assets.1.amount',
    'debts.0.amount',
  ])
})

test('the trace has a line for each step', () => {
  const result = calculate({
    assets: [cash('6200'), { kind: 'long-term-shares', amount: '8000' }, { kind: 'interest', amount: '1' }],
    debts: [{ kind: 'due-now', amount: '200' }],
  })
  const usd = (amount: bigint) => ({ amount, currency: 'USD' })
  expect(result.explain).toEqual([
    { step: 'asset', path: 'assets.0', kind: 'cash', rule: 'whole', params: { amount: '6200' }, amount: usd(620_000n) },
    {
      step: 'asset',
      path: 'assets.1',
      kind: 'long-term-shares',
      rule: 'percentage',
      params: { amount: '8000', percent: '25' },
      amount: usd(200_000n),
    },
    {
      step: 'asset',
      path: 'assets.2',
      kind: 'interest',
      rule: 'purification',
      params: { amount: '1' },
      amount: usd(0n),
    },
    { step: 'assets', amount: usd(820_000n) },
    { step: 'debt', path: 'debts.0', kind: 'due-now', rule: 'whole', params: { amount: '200' }, amount: usd(20_000n) },
    { step: 'debts', rule: 'next12', amount: usd(20_000n) },
    { step: 'net', amount: usd(800_000n) },
    { step: 'nisab-gold', params: { grams: '87.48', price: '100.00' }, amount: usd(874_800n) },
    { step: 'nisab-silver', params: { grams: '612.36', price: '1.20' }, amount: usd(73_484n) },
    { step: 'basis', rule: 'chosen', params: { basis: 'silver' }, amount: usd(73_484n) },
    { step: 'status', rule: 'DUE' },
    { step: 'zakat', rule: 'lunar', params: { ppm: '25000' }, amount: usd(20_000n) },
    { step: 'purification', amount: usd(100n) },
  ])
})
