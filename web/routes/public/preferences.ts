import { redirect } from 'react-router'
import { renderContext, type RenderContext } from '#server/pages/render-context.ts'
import { type PreferenceChanges, preferenceCookies } from '#modules/platform/identity/rules/preference-cookies.ts'
import { countryCodes } from '#modules/platform/addresses/rules/countries.ts'
import { isCurrency } from '#shared/money.ts'
import { safePath } from '#shared/safe-path.ts'
import { withoutLanguage } from '#shared/pages/public-pages.ts'
import { isLocale } from '#shared/text.ts'
import { postedForm } from '#web/lib/posted-form.ts'
import type { Route } from './+types/preferences'

const year = 31_536_000
const isTheme = (value: unknown): value is 'auto' | 'light' | 'dark' =>
  value === 'auto' || value === 'light' || value === 'dark'

/** Reads the preferences in a form, ignoring other fields. An empty currency shows each amount in its own currency. */
function preferencesIn(form: FormData): PreferenceChanges {
  const [locale, theme, currency, motion] = ['locale', 'theme', 'currency', 'motion'].map((name) => form.get(name))
  return {
    ...(isLocale(locale) ? { language: locale } : {}),
    ...(isTheme(theme) ? { theme } : {}),
    ...(isCurrency(currency) ? { preferredCurrency: currency } : {}),
    ...(currency === '' ? { preferredCurrency: null } : {}),
    ...(motion === 'reduced' || motion === 'auto' ? { reducedMotion: motion === 'reduced' } : {}),
  }
}

/**
 * Reads the visitor's country, which is stored in this browser but not with the account, since an account is used in
 * several. Null to delete it; undefined if the form has none.
 */
function countryIn(form: FormData): string | null | undefined {
  const country = form.get('country')
  if (country === '') return null
  return typeof country === 'string' && countryCodes.includes(country) ? country : undefined
}

const cookieOf = (name: string, value: string | null) =>
  `${name}=${value ?? ''}; Path=/; Max-Age=${value === null ? 0 : year}; SameSite=Lax`

/**
 * Saves a visitor's display preferences in cookies and, when signed in, with the account; a plain form that works
 * without JavaScript.
 */
export const action = async ({ context, request }: Route.ActionArgs) =>
  save(context.get(renderContext), await postedForm(request))

/** Changes only the language, by a link; opens the page in `back`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  if (!isLocale(query.get('locale'))) return redirect('/v4')
  const form = new FormData()
  for (const name of ['locale', 'back']) form.set(name, query.get(name) ?? '/v4')
  return save(context.get(renderContext), form)
}

async function save({ api, basket, viewer, logError }: RenderContext, form: FormData) {
  const preferences = preferencesIn(form)
  const headers = new Headers()
  const country = countryIn(form)
  if (country !== undefined) headers.append('set-cookie', cookieOf('country', country))
  for (const [name, value] of Object.entries(preferenceCookies(preferences)))
    headers.append('set-cookie', cookieOf(name, value))
  if (viewer.isSignedIn)
    await api('POST /api/user/properties', preferences).catch((error: unknown) =>
      logError(error, 'a choice could not be kept with the account'),
    )
  // The active basket switches to the donor's chosen currency (baskets-4).
  if (basket && preferences.preferredCurrency) {
    const change = { basketId: basket.id, currency: preferences.preferredCurrency }
    await (
      basket.userId
        ? api('PATCH /v4/checkout/:userId/baskets/:basketId', { ...change, userId: basket.userId })
        : api('PATCH /v4/checkout/guest/baskets/:basketId', change)
    ).catch((error: unknown) => logError(error, 'the currency of a basket could not be changed'))
  }
  const back = form.get('back')
  const page = safePath(typeof back === 'string' ? back : '/v4')
  // The URL would still contain the previous language.
  return redirect(preferences.language ? withoutLanguage(page) : page, { status: 303, headers })
}
