import { expect, test } from 'vitest'
import { recallTip } from './checkout-preferences.ts'

test('a refused tip stays refused, also against a link and on Qurbani; a chosen one yields to both (amounts-8)', () => {
  const recall = (remembered: string, isInLink: boolean, isTipPreset = true) =>
    recallTip(remembered, isInLink, { currency: 'USD', isTipPreset })?.choice
  expect([recall('0', false), recall('0', true), recall('0', true, false)]).toEqual(['0', '0', '0'])
  expect([recall('10', false), recall('10', true), recall('10', false, false)]).toEqual(['10', undefined, undefined])
  expect([recall('', false), recall('99', false)]).toEqual([undefined, undefined])
})
