import { expect, test } from 'vitest'
import { createTestApp } from '#tests/support/app.ts'
import { parseShareFigure } from '#modules/causes/campaigns/rules/share.ts'
import { demoShareFigure, withDemoSettings } from './demo-settings.ts'

const now = new Date('2026-11-26T12:00:00Z')

test('a demo has labelled rates, a rule set and participants unless they are configured [S1 §2.1]', async () => {
  const it = await createTestApp()
  try {
    const { ZAKAT_OBLIGATIONS, ZAKAT_SIGN_OFFS, DEEDS_PARTICIPANTS, hasDemoMetalPrices } = withDemoSettings(
      it.app.config,
      now,
    )
    expect([it.app.config.hasDemoMetalPrices, hasDemoMetalPrices]).toEqual([false, true])
    expect(new Set(ZAKAT_OBLIGATIONS.rates.map(({ obligation }) => obligation)).size).toBe(4)
    expect(ZAKAT_OBLIGATIONS.rates.every(({ source }) => source.includes('Demo'))).toBe(true)
    expect(ZAKAT_OBLIGATIONS.fitrClosings[0]).toEqual({
      country: '*',
      year: 1448,
      closesAt: new Date('2027-03-07T18:00:00Z'),
    })
    expect(ZAKAT_SIGN_OFFS['cautious-1']?.source).toContain('not a real approval')
    expect(DEEDS_PARTICIPANTS).toMatchObject({
      'ramadan-challenge': { participants: '11k' },
      'dhul-hijjah-challenge': { participants: '4.7k' },
    })
    expect(parseShareFigure(demoShareFigure)?.amount).toEqual({ amount: 7700n, currency: 'USD' })
    const own = {
      ...it.app.config,
      ZAKAT_OBLIGATIONS: { rates: ZAKAT_OBLIGATIONS.rates.slice(0, 1), fitrClosings: [] },
    }
    expect(withDemoSettings(own, now).ZAKAT_OBLIGATIONS).toBe(own.ZAKAT_OBLIGATIONS)
  } finally {
    await it.close()
  }
})
