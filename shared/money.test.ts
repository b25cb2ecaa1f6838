import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  add,
  allocate,
  compare,
  currencies,
  divide,
  exponentOf,
  formatMoney,
  grossUp,
  isCurrency,
  isZero,
  money,
  parseMajor,
  share,
  spread,
  subtract,
  sum,
  times,
  toMajor,
  zero,
} from './money.ts'

const currency = fc.constantFrom(...currencies)
/** Fifteen digits: the most `parseMajor` reads in a currency without decimals. */
const amount = fc.bigInt(0n, 10n ** 15n - 1n)
const weights = fc
  .array(fc.bigInt(0n, 10n ** 9n), { minLength: 1, maxLength: 40 })
  .filter((list) => list.some((weight) => weight > 0n))
const amounts = (list: readonly { amount: bigint }[]) => list.map((part) => Number(part.amount))

test('65 currencies are accepted, each once, and nothing else', () => {
  expect(currencies.length).toBe(65)
  expect(new Set(currencies).size).toBe(65)
  for (const word of ['usd', 'XXX', 'SYP', '', 'toString', ['USD'], undefined, 20]) expect(isCurrency(word)).toBe(false)
})

test('decimals are those of ISO 4217, not of Intl', () => {
  const decimals = (list: string) => [...new Set(list.split(' ').map(exponentOf))]
  expect(decimals('JPY KRW VND UGX RWF XOF XAF DJF')).toEqual([0])
  expect(decimals('KWD BHD JOD OMR TND IQD LYD')).toEqual([3])
  expect(decimals('USD GBP EUR PKR IDR AED SAR LBP HUF ALL UZS')).toEqual([2])
})

test('every amount is the same after formatting and parsing', () => {
  fc.assert(
    fc.property(
      amount,
      currency,
      (minor, code) => void expect(parseMajor(toMajor(money(minor, code)), code)).toEqual(money(minor, code)),
    ),
  )
})

test.each([
  ['1.10', 'USD', 110n],
  ['2.20', 'USD', 220n],
  ['0.07', 'USD', 7n],
  ['20.5', 'GBP', 2050n],
  ['007', 'USD', 700n],
  ['100', 'PKR', 10_000n],
  ['20', 'JPY', 20n],
  ['6.125', 'KWD', 6125n],
  ['20', 'KWD', 20_000n],
] as const)('%s %s is %s minor units (amounts-1)', (text, code, minor) => {
  expect(parseMajor(text, code)).toEqual(money(minor, code))
})

test.each([
  ['20.5', 'JPY'],
  ['20.555', 'USD'],
  ['1.2345', 'KWD'],
  ['20.0', 'JPY'],
] as const)('%s %s has too many decimals (amounts-1)', (text, code) => {
  expect(parseMajor(text, code)).toBeUndefined()
})

test.each([
  '',
  '-1',
  '+1',
  '1e3',
  '1e309',
  'NaN',
  '0x10',
  '.5',
  '5.',
  ' 5',
  '5 ',
  '1,000',
  '٢٠',
  '9'.repeat(16),
  '1.2.3',
  'Infinity',
])('"%s" is not an amount (security-14)', (text) => {
  expect(parseMajor(text, 'USD')).toBeUndefined()
})

test('amounts of different currencies cannot be added', () => {
  expect(() => add(money(1n, 'USD'), money(1n, 'GBP'))).toThrow(TypeError)
  expect(() => subtract(money(1n, 'USD'), money(1n, 'GBP'))).toThrow(TypeError)
  expect(() => compare(money(1n, 'USD'), money(1n, 'GBP'))).toThrow(TypeError)
})

test('amounts are added, subtracted, compared and summed', () => {
  fc.assert(
    fc.property(amount, amount, currency, (a, b, code) => {
      const [x, y] = [money(a, code), money(b, code)]
      expect(subtract(add(x, y), y)).toEqual(x)
      expect(compare(x, y) + compare(y, x)).toBe(0)
      expect(sum([x, y, x], code)).toEqual(add(times(x, 2n), y))
    }),
  )
  expect(sum([], 'KWD')).toEqual(zero('KWD'))
  expect(isZero(zero('USD'))).toBe(true)
})

test('division rounds by its mode', () => {
  expect([
    divide(5n, 2n, 'down'),
    divide(5n, 2n, 'up'),
    divide(5n, 2n, 'half-up'),
    divide(7n, 3n, 'half-up'),
    divide(4n, 3n, 'up'),
  ]).toEqual([2n, 3n, 3n, 2n, 2n])
  expect(() => divide(-1n, 2n, 'down')).toThrow(RangeError)
  for (const divisor of [0n, -2n]) expect(() => divide(1n, divisor, 'down')).toThrow(RangeError)
  fc.assert(
    fc.property(amount, fc.bigInt(1n, 10n ** 6n), (a, b) => {
      const [down, near, up] = [divide(a, b, 'down'), divide(a, b, 'half-up'), divide(a, b, 'up')]
      expect(down <= near && near <= up && up - down <= 1n && down * b <= a && up * b >= a).toBe(true)
    }),
  )
})

test('a grossed-up amount leaves the net within one minor unit after the rate is taken', () => {
  fc.assert(
    fc.property(amount, fc.bigInt(0n, 900_000n), (net, ppm) => {
      const whole = grossUp(money(net, 'USD'), { ppm }, 'half-up')
      const remaining = whole.amount - share(whole, { ppm }, 'half-up').amount
      expect(remaining - net <= 1n && net - remaining <= 1n).toBe(true)
    }),
  )
})

test('no split loses or adds a minor unit, or differs from the exact share by more than the remainder', () => {
  fc.assert(
    fc.property(amount, weights, currency, (total, list, code) => {
      const whole = list.reduce((a, b) => a + b, 0n)
      for (const parts of [allocate(money(total, code), list), spread(money(total, code), list)]) {
        expect(sum(parts, code).amount).toBe(total)
        expect(parts.every((part) => part.amount >= 0n)).toBe(true)
        expect(parts.every((part, index) => list[index]! > 0n || part.amount === 0n)).toBe(true)
      }
      for (const [index, part] of spread(money(total, code), list).entries()) {
        const floor = (total * list[index]!) / whole
        expect(part.amount === floor || part.amount === floor + 1n).toBe(true)
      }
      for (const [index, part] of allocate(money(total, code), list).entries())
        expect(part.amount >= (total * list[index]!) / whole).toBe(true)
    }),
  )
})

test('a split over an empty list throws', () => {
  expect(() => allocate(money(1n, 'USD'), [])).toThrow(RangeError)
  expect(() => spread(money(1n, 'USD'), [0n, 0n])).toThrow(RangeError)
  expect(() => allocate(money(1n, 'USD'), [2n, -1n])).toThrow(RangeError)
  expect(() => allocate(money(-1n, 'USD'), [1n])).toThrow(RangeError)
})

test('a split into one part is the whole amount, and a split of zero is all zeros', () => {
  expect(amounts(allocate(money(7n, 'USD'), [1n]))).toEqual([7])
  expect(amounts(spread(money(7n, 'USD'), [1n]))).toEqual([7])
  expect(amounts(allocate(money(0n, 'USD'), [1n, 2n]))).toEqual([0, 0])
})

test.each([
  ['amounts-7', 'USD', 320n, [2000n], [320]],
  ['amounts-7', 'USD', 1000n, [1n, 1n, 1n], [333, 333, 334]],
  ['amounts-7', 'USD', 2n, [5n, 5n, 5n, 5n], [0, 0, 0, 2]],
  ['amounts-7', 'USD', 999n, [1000n, 2000n, 7000n], [99, 199, 701]],
  ['amounts-7', 'USD', 1n, [1n, 1_000_000n], [0, 1]],
  ['amounts-7', 'KWD', 980n, [3000n, 3125n], [480, 500]],
] as const)('%s: the last line of a basket takes the rest of the tip [S2 §9]', (_, code, total, list, expected) => {
  expect(amounts(allocate(money(total, code), list))).toEqual(expected)
})

test('nights share a total by largest remainder, the earliest first (calendar-8)', () => {
  const equal = (n: number) => Array.from({ length: n }, () => 1n)
  const oddDoubled = [2n, 1n, 2n, 1n, 2n, 1n, 2n, 1n, 2n, 1n]
  expect(amounts(spread(money(10_000n, 'USD'), equal(30)))).toEqual([...Array(10).fill(334), ...Array(20).fill(333)])
  expect(amounts(spread(money(10_000n, 'USD'), equal(29)))).toEqual([...Array(24).fill(345), ...Array(5).fill(344)])
  expect(amounts(spread(money(10_000n, 'USD'), oddDoubled))).toEqual([
    1333, 667, 1333, 667, 1333, 667, 1333, 667, 1333, 667,
  ])
  expect(amounts(spread(money(10_000n, 'USD'), oddDoubled.with(6, 3n)))).toEqual([
    1250, 625, 1250, 625, 1250, 625, 1875, 625, 1250, 625,
  ])
  expect(amounts(spread(money(10_000n, 'USD'), oddDoubled.slice(0, 9)))).toEqual([
    1429, 714, 1429, 714, 1429, 714, 1429, 714, 1428,
  ])
  expect(amounts(spread(money(1000n, 'JPY'), equal(30)))).toEqual([...Array(10).fill(34), ...Array(20).fill(33)])
  expect(amounts(spread(money(10_000n, 'KWD'), equal(30)))).toEqual([...Array(10).fill(334), ...Array(20).fill(333)])
})

test('negative amounts are formatted with a sign', () => {
  expect([-1234n, -5n, -100n].map((minor) => toMajor(money(minor, 'USD')))).toEqual(['-12.34', '-0.05', '-1.00'])
  expect(toMajor(money(-1234n, 'JPY'))).toBe('-1234')
  expect(toMajor(money(0n, 'USD'))).toBe('0.00')
})

test('money on screen is exact and has the decimals of its own currency', () => {
  expect(formatMoney(money(2000n, 'USD'), 'en')).toBe('$20')
  expect(formatMoney(money(2320n, 'USD'), 'en')).toBe('$23.20')
  expect(formatMoney(money(2000n, 'USD'), 'en', { fractions: 'always' })).toBe('$20.00')
  expect(formatMoney(money(2000n, 'JPY'), 'en', { fractions: 'always' })).toBe('¥2,000')
  expect(formatMoney(money(10_050n, 'PKR'), 'en')).toContain('100.50')
  expect(formatMoney(money(6125n, 'KWD'), 'en')).toMatch(/^KWD\s6\.125$/)
  expect(formatMoney(money(1_248_000n, 'CAD'), 'en')).toBe('CA$12,480')
  expect(formatMoney(money(900_719_925_474_099_355n, 'USD'), 'en')).toBe('$9,007,199,254,740,993.55')
})

test('Arabic shows western digits and names the currency', () => {
  expect(formatMoney(money(2320n, 'USD'), 'ar')).toMatch(/23\.20/)
  expect(formatMoney(money(2320n, 'GBP'), 'ar')).toBe('£23.20')
  expect(formatMoney(money(2320n, 'USD'), 'ar')).toBe('$23.20')
  expect(formatMoney(money(2320n, 'SAR'), 'ar')).toMatch(/ر\.س/)
  expect(formatMoney(money(2320n, 'SAR'), 'en')).toMatch(/^SAR\s23\.20$/)
})

test.each(['en', 'ar'] as const)('every accepted currency looks different from all others in %s', (locale) => {
  const shown = currencies.map((code) => formatMoney(money(10n ** BigInt(exponentOf(code)), code), locale))
  expect(shown.filter((text) => !text.includes('1'))).toEqual([])
  expect(new Set(shown).size).toBe(currencies.length)
})

test('a total is spread by largest remainder, the earliest first among equals', () => {
  const amounts = (total: bigint, weights: readonly bigint[]) =>
    spread(money(total, 'GBP'), weights).map(({ amount }) => amount)
  expect(amounts(10n, [1n, 2n, 4n])).toEqual([1n, 3n, 6n])
  expect(amounts(5n, [1n, 1n, 1n])).toEqual([2n, 2n, 1n])
  expect(amounts(2n, [1n, 3n, 2n])).toEqual([0n, 1n, 1n])
  expect(amounts(7n, [5n, 1n, 1n, 3n])).toEqual([3n, 1n, 1n, 2n])
})

test('a split without weights, with a negative weight or of a negative amount throws', () => {
  for (const split of [spread, allocate]) {
    expect(() => split(money(1n, 'GBP'), [])).toThrow('weights')
    expect(() => split(money(1n, 'GBP'), [0n])).toThrow('add up to more than 0')
    expect(() => split(money(1n, 'GBP'), [2n, -1n])).toThrow('weights')
    expect(() => split(money(-1n, 'GBP'), [1n])).toThrow('amount')
    expect(split(money(0n, 'GBP'), [1n, 0n]).map(({ amount }) => amount)).toEqual([0n, 0n])
  }
})

test('division refuses a negative dividend and a divisor of zero', () => {
  expect([
    divide(7n, 2n, 'down'),
    divide(7n, 2n, 'up'),
    divide(7n, 2n, 'half-up'),
    divide(6n, 4n, 'half-up'),
    divide(5n, 4n, 'half-up'),
  ]).toEqual([3n, 4n, 4n, 2n, 1n])
  for (const [a, b] of [
    [-1n, 1n],
    [1n, 0n],
    [1n, -1n],
  ] as const)
    expect(() => divide(a, b, 'down')).toThrow('divide: expects dividend ≥ 0 and divisor > 0')
  expect(divide(0n, 1n, 'up')).toBe(0n)
})

test('amounts of different currencies cannot be compared', () => {
  expect(() => compare(money(1n, 'GBP'), money(1n, 'EUR'))).toThrow('GBP and EUR are not counted together')
})
