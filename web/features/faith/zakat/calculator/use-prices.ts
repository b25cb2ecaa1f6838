import { useEffect, useState } from 'react'
import { isLocalDate, type LocalDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/currencies.ts'
import { api } from '#web/lib/api.ts'
import type { Prices } from './prices.ts'

const noPrices: Prices = { gold: null, silver: null, rates: {} }

type PagePrices = { readonly currency: Currency; readonly date: string; readonly prices: Prices }

/** Returns the prices for a currency and date: those loaded with the page, or fetched when the donor changes either. */
export function usePrices(currency: Currency, date: string, page: PagePrices): Prices {
  const [loaded, setLoaded] = useState<{ readonly key: string; readonly prices: Prices }>()
  const key = `${currency} ${date}`
  const isOfPage = key === `${page.currency} ${page.date}`
  useEffect(() => {
    if (isOfPage || !isLocalDate(date)) return
    let isCurrent = true
    void loadPrices(currency, date).then((prices) => {
      if (isCurrent && prices) setLoaded({ key, prices })
    })
    return () => {
      isCurrent = false
    }
  }, [key, currency, date, isOfPage])
  if (isOfPage) return page.prices
  return loaded?.key === key ? loaded.prices : noPrices
}

/** Like `usePrices`, but waits for the prices instead of starting without them. */
export async function pricesFor(currency: Currency, date: string, page: PagePrices): Promise<Prices> {
  if (currency === page.currency && date === page.date) return page.prices
  return ((isLocalDate(date) && (await loadPrices(currency, date))) || undefined) ?? noPrices
}

async function loadPrices(currency: Currency, date: LocalDate): Promise<Prices | undefined> {
  try {
    return await api('GET /v4/zakat/metal-prices', { currency, date })
  } catch (error) {
    console.warn('metal prices could not be loaded', error)
    return undefined
  }
}
