import { flag } from '#modules/platform/flags/index.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { answer, type Handlers, type RequestContext } from '#shared/endpoint.ts'
import type { zakatContract } from './contract.ts'
import { deleteProfile, listProfilesOfUser, readProfile } from './own-profiles.ts'
import type { ZakatPorts } from './ports.ts'
import { listProfiles } from './profile-queries.ts'
import { readPrices } from './read-prices.ts'
import { getFitrStatus } from './rules/calculator/obligations.ts'
import { listRuleSets } from './rules/calculator/rule-sets.ts'
import type { ZakatInput } from './rules/calculator/zakat-input.ts'
import { saveProfile } from './save-profile.ts'
import { fitrClosingOf, hijriYearAt, ofCountry } from './settings.ts'
import { loggedOutView, toProfileView, toStateView } from './views.ts'
import { readZakatState } from './zakat-state.ts'

/** Prices change once a day; browsers and proxies may cache them for ten minutes. */
const pricesHeaders = { 'cache-control': 'public, max-age=600' }
/** Responses with the account's zakat data must not be cached. */
export const privateHeaders = { 'cache-control': 'no-store' }

export const donorPlace = (timeZone: string | undefined, { country }: RequestContext) => ({ timeZone, country })

export const zakatHandlers: Handlers<typeof zakatContract, ZakatPorts, Viewer> = {
  'GET /v4/zakat': async ({ app, viewer, context, input }) => {
    const isZakatHomeOn = (await flag(app, 'zakat-home')) === 'on'
    if (viewer.kind !== 'account') return answer(loggedOutView(isZakatHomeOn), { headers: privateHeaders })
    const progress = await readZakatState(app, viewer, donorPlace(input.timeZone, context))
    const hasLapsed = progress.profile === null && (await listProfiles(app, viewer.accountId)).length > 0
    return answer(toStateView(progress, { hasLapsed, isZakatHomeOn, locale: context.locale }), {
      headers: privateHeaders,
    })
  },
  'POST /v4/zakat/profiles': async ({ app, viewer, context, input }) => {
    const profile = await saveProfile(app, accountOf(viewer), {
      // The calculator validates every field and never throws.
      input: input.input as unknown as ZakatInput,
      zakat: BigInt(input.zakat),
      status: input.status,
      timeZone: input.timeZone,
      zakatDate: input.zakatDate,
    })
    return answer(toProfileView(profile, context.locale), { headers: privateHeaders })
  },
  'GET /v4/zakat/profiles/:id': async ({ app, viewer, context, input }) => {
    const { profile, answers } = await readProfile(app, accountOf(viewer), input.id)
    return answer(
      { profile: toProfileView(profile, context.locale), input: answers.input, result: answers.result },
      { headers: privateHeaders },
    )
  },
  'DELETE /v4/zakat/profiles/:id': async ({ app, viewer, input }) => {
    await deleteProfile(app, accountOf(viewer), input.id)
    return { id: input.id }
  },
  'GET /v4/users/:userName/zakat-profiles': async ({ app, viewer, context, input }) => {
    const profiles = await listProfilesOfUser(app, accountOf(viewer), input.userName)
    return answer(
      { profiles: profiles.map((profile) => toProfileView(profile, context.locale)) },
      { headers: privateHeaders },
    )
  },
  'GET /v4/zakat/metal-prices': async ({ app, input }) =>
    answer(await readPrices(app, { currency: input.currency, date: input.date }), { headers: pricesHeaders }),
  'GET /v4/zakat/rule-sets': async ({ app }) => ({
    ruleSets: listRuleSets(app.zakatSignOffs).map(({ choices, signOff, ...ruleSet }) => ({
      ...ruleSet,
      choices: { ...choices },
      signOff: signOff && { ...signOff },
    })),
  }),
  'GET /v4/zakat/obligations': async ({ app, context, input }) => {
    const now = app.clock()
    const country = input.country ?? context.country
    const year = hijriYearAt(now)
    const closesAt = fitrClosingOf(app.zakatObligations, country, now)
    return {
      country: country ?? null,
      year,
      rates: ofCountry(
        app.zakatObligations.rates.filter((row) => row.year === year),
        country,
      ).map(({ obligation, rate, source }) => ({
        obligation,
        year,
        rate: String(rate.amount),
        code: rate.currency,
        source,
      })),
      fitr: closesAt ? { closesAt, status: getFitrStatus(closesAt, now) } : null,
    }
  },
}
