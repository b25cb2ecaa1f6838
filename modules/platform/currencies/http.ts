import { answer, type Handlers } from '#shared/endpoint.ts'
import { currencies, isCurrency } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { accountOf, type IdentityPorts, savePreferences, type Viewer } from '#modules/platform/identity/index.ts'
import { preferenceCookies } from '#modules/platform/identity/rules/preference-cookies.ts'
import type { currenciesContract } from './contract.ts'
import { convertAmounts } from './rates.ts'

export const currenciesHandlers: Handlers<typeof currenciesContract, IdentityPorts, Viewer> = {
  'GET /api/currency/supported': async () => [...currencies],
  'POST /api/user/setPreferredCurrency': async ({ app, viewer, input }) => {
    const { accountId } = accountOf(viewer)
    if (!isCurrency(input.currencyCode))
      throw new Problem('validation', 'invalid-input', { fields: { currencyCode: { code: 'currency-unknown' } } })
    await savePreferences(app, accountId, { preferredCurrency: input.currencyCode })
    return answer(
      { currencyCode: input.currencyCode },
      { cookies: preferenceCookies({ preferredCurrency: input.currencyCode }) },
    )
  },
  'GET /v4/conversions': ({ app, input }) =>
    convertAmounts(app, { ...input, amounts: input.amounts.split(',').map(BigInt) }),
}
