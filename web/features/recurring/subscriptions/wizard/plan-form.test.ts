import { describe, expect, test } from 'vitest'
import { queryOf, readPlanForm } from './plan-form.ts'

const read = (query: string, programme: Parameters<typeof readPlanForm>[1]['programme'] = 'Ramadan30Nights') =>
  readPlanForm(new URLSearchParams(query), { programme, currency: 'USD' })

describe('reading the plan form from a URL', () => {
  test('keeps all choices in the URL of any step', () => {
    const planForm = read(
      '?currency=GBP&pick=own&cause=4&share-4=60&cause=9&share-9=40&amount=15&nights=chosen&night=27&night=21&spread=own&a21=30&view=list&zone=Europe/London&calendar=SA&code=TeamSalma&src=friend&tip=3',
    )
    expect(planForm).toMatchObject({
      currency: 'GBP',
      choosesCauses: true,
      causes: [
        { id: '4', percent: '60' },
        { id: '9', percent: '40' },
      ],
      amount: '15',
      nights: [21, 27],
      spread: 'own',
      own: { '21': '30' },
      isList: true,
      zone: 'Europe/London',
      calendar: 'SA',
      code: 'TeamSalma',
      src: 'friend',
      tip: '3',
    })
    for (const step of ['donations', 'causes', 'confirm'] as const)
      expect(read(queryOf(planForm, step))).toEqual(planForm)
  })

  test('reads shares in any digits, keeps unreadable ones as typed, and reads an empty field as 0', () => {
    const percents = (query: string) => read(`?pick=own&cause=4&cause=9&${query}`).causes.map(({ percent }) => percent)
    expect(percents('share-4=٧٠&share-9=٣٠')).toEqual(['70', '30'])
    expect(percents('share-4=70%25&share-9=30,0')).toEqual(['70', '30'])
    expect(percents('share-4=33.333&share-9=half')).toEqual(['33.333', 'half'])
    expect(percents('share-4=70&share-9=')).toEqual(['70', '0'])
    expect(percents('share-4=70')).toEqual(['70', ''])
  })

  test('keeps an empty night list empty; a list that was never shown is undefined', () => {
    expect(read('?nights=chosen').nights).toEqual([])
    expect(read('').nights).toBeUndefined()
  })

  test('ignores a `code` without Team in it (S2 §2)', () => {
    expect(read('?code=TeamA').code).toBe('TeamA')
    expect(read('?code=teamA').code).toBeUndefined()
    expect(read('?code=Team%20A').code).toBeUndefined()
  })

  test('`campaignId` chooses the first cause until the donor makes a choice', () => {
    expect(read('?campaignId=7')).toMatchObject({ choosesCauses: true, causes: [{ id: '7', percent: '100' }] })
    expect(read('?campaignId=7&pick=platform')).toMatchObject({ choosesCauses: false, causes: [] })
  })

  test('reads both spellings of `frequencyType` and `givingPlan`', () => {
    for (const [query, frequency] of [
      ['?frequencyType=day', 'day'],
      ['?frequencyType=Weekly', 'week'],
      ['?givingPlan=month', 'month'],
      ['?frequencyType=recurring&givingPlan=daily', 'day'],
      ['?frequencyType=recurring', undefined],
    ] as const)
      expect(read(query, null).frequency).toBe(frequency)
  })

  test('reads whole amounts in any digits and ignores fractions in a link [S1 §5]', () => {
    for (const amount of ['12', '١٢', '۱۲', '0012', '12.00', '١٢٫٠٠'])
      expect(read(`?amount=${amount}&a3=${amount}`)).toMatchObject({ amount: '12', own: { '3': '12' } })
    for (const amount of ['12.50', '12,50', '١٢٫٥٠', '۱۲٫۵']) {
      const { amount: whole, own, refused } = read(`?amount=${amount}&spread=own&a21=${amount}`)
      expect({ whole, own, refused }).toEqual({ whole: undefined, own: {}, refused: {} })
    }
  })

  test('keeps a fraction that the form sent as typed, to show an error at its field [S1 §5]', () => {
    const { amount, own, refused } = read('?step=confirm&amount=١٢٫٥٠&spread=own&a21=12.50&a27=30&a31=1.5')
    expect({ amount, own, refused }).toEqual({
      amount: undefined,
      own: { '27': '30' },
      refused: { amount: '١٢٫٥٠', a21: '12.50' },
    })
  })

  test('reads three decimals as a fraction in the fundraiser’s currency, whatever currency the URL names', () => {
    const amountIn = (
      query: string,
      programme: Parameters<typeof readPlanForm>[1]['programme'],
      currency: 'KWD' | 'JPY' | 'USD',
    ) => readPlanForm(new URLSearchParams(query), { programme, currency }).amount
    expect(amountIn('?amount=12.500', null, 'KWD')).toBeUndefined()
    expect(amountIn('?amount=12.500&currency=USD', null, 'KWD')).toBeUndefined()
    expect(amountIn('?amount=12.500&currency=KWD', 'DailyGivers', 'USD')).toBeUndefined()
    expect(amountIn('?amount=1,250', null, 'JPY')).toBe('1250')
    expect(amountIn('?amount=12.5', null, 'JPY')).toBeUndefined()
  })

  test('ignores amounts above the maximum in a link; the form shows what it sent', () => {
    for (const amount of ['25001', '999999999']) {
      expect(read(`?amount=${amount}&tip=${amount}`, null)).toMatchObject({ amount: undefined, tip: undefined })
      expect(read(`?step=donations&amount=${amount}`, null).amount).toBe(amount)
    }
    expect(read('?amount=25000&tip=25000', null)).toMatchObject({ amount: '25000', tip: '25000' })
  })

  test('another currency drops the amounts that were shown in the one before', () => {
    const before = '?step=donations&amountCurrency=USD&amount=20&a21=30&spread=own&pick=own&cause=4&share-4=100'
    expect(read(`${before}&currency=KWD`)).toMatchObject({
      currency: 'KWD',
      amount: undefined,
      own: {},
      causes: [{ id: '4', percent: '100' }],
    })
    expect(read(`${before}&currency=USD`)).toMatchObject({ currency: 'USD', amount: '20', own: { '21': '30' } })
    // The currency of a fundraiser's own plan doesn't change.
    expect(read(`${before}&currency=KWD`, null)).toMatchObject({ currency: 'USD', amount: '20' })
  })

  test('ignores invalid values', () => {
    expect(
      read('?currency=XXX&cause=abc&amount=١٢.5&spread=arafah&night=99&nights=chosen&startsOn=soon'),
    ).toMatchObject({
      currency: 'USD',
      causes: [],
      amount: undefined,
      spread: 'equal',
      nights: [],
      total: undefined,
      startsOn: '',
    })
  })
})
