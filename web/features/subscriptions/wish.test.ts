import { describe, expect, test } from 'vitest'
import { queryOf, wishOf } from './wish.ts'

const read = (query: string, programme: Parameters<typeof wishOf>[1]['programme'] = 'Ramadan30Nights') =>
  wishOf(new URLSearchParams(query), { programme, currency: 'USD' })

describe('what an address of the wizard asks for', () => {
  test('everything that was chosen comes back from the address of any step', () => {
    const wish = read(
      '?currency=GBP&pick=own&cause=4&share-4=60&cause=9&share-9=40&amount=15&nights=chosen&night=27&night=21&spread=own&a21=30&view=list&zone=Europe/London&calendar=SA&code=TeamSalma&src=friend',
    )
    expect(wish).toMatchObject({
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
    })
    expect(read(queryOf(wish, 'confirm'))).toEqual(wish)
  })

  test('a night list that was left empty stays empty; one that was never shown is undefined', () => {
    expect(read('?nights=chosen').nights).toEqual([])
    expect(read('').nights).toBeUndefined()
  })

  test('`code` counts only with Team in it (S2 §2)', () => {
    expect(read('?code=TeamA').code).toBe('TeamA')
    expect(read('?code=teamA').code).toBeUndefined()
    expect(read('?code=Team%20A').code).toBeUndefined()
  })

  test('`campaignId` chooses the first cause until somebody chooses for themself', () => {
    expect(read('?campaignId=7')).toMatchObject({ choosesCauses: true, causes: [{ id: '7', percent: '100' }] })
    expect(read('?campaignId=7&pick=platform')).toMatchObject({ choosesCauses: false, causes: [] })
  })

  test('`frequencyType` and `givingPlan` name a frequency in either word', () => {
    for (const [query, frequency] of [
      ['?frequencyType=day', 'day'],
      ['?frequencyType=Weekly', 'week'],
      ['?givingPlan=month', 'month'],
      ['?frequencyType=recurring&givingPlan=daily', 'day'],
      ['?frequencyType=recurring', undefined],
    ] as const)
      expect(read(query, null).frequency).toBe(frequency)
  })

  test('what makes no sense is left out, and amounts are whole', () => {
    for (const amount of ['12.50', '12,50', '١٢٫٥٠']) expect(read(`?amount=${amount}`).amount).toBe('12')
    expect(read('?currency=XXX&cause=abc&amount=١٢.5&spread=arafah&night=99&nights=chosen&startsOn=soon')).toMatchObject({
      currency: 'USD',
      causes: [],
      amount: '12',
      spread: 'equal',
      nights: [],
      startsOn: '',
    })
  })
})
