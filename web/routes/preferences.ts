import { redirect } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { isCurrency } from '#shared/money.ts'
import { safePath } from '#shared/safe-path.ts'
import { isLocale } from '#shared/text.ts'
import type { Route } from './+types/preferences'

const year = 31_536_000
const isTheme = (value: unknown): value is 'auto' | 'light' | 'dark' => value === 'auto' || value === 'light' || value === 'dark'

/** Language, light and the currency amounts are read in, kept in cookies and, for somebody signed in, with their account; a plain form, so it works without scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const headers = new Headers()
  const keep = (name: string, value: string) => headers.append('set-cookie', `${name}=${value}; Path=/; Max-Age=${year}; SameSite=Lax`)
  const locale = form.get('locale')
  if (isLocale(locale)) keep('lang', locale)
  const theme = form.get('theme')
  if (isTheme(theme)) keep('theme', theme)
  // Empty: each amount in its own currency again.
  const currency = form.get('currency')
  if (isCurrency(currency)) keep('currency', currency)
  else if (currency === '') headers.append('set-cookie', 'currency=; Path=/; Max-Age=0; SameSite=Lax')
  const { api, viewer, logError } = context.get(renderContext)
  if (viewer.isSignedIn) {
    const wishes = {
      ...(isLocale(locale) ? { language: locale } : {}),
      ...(isTheme(theme) ? { theme } : {}),
      ...(isCurrency(currency) ? { preferredCurrency: currency } : currency === '' ? { preferredCurrency: null } : {}),
    }
    await api('POST /api/user/properties', wishes).catch((error: unknown) => logError(error, 'a choice could not be kept with the account'))
  }
  const back = form.get('back')
  return redirect(safePath(typeof back === 'string' ? back : '/v4'), { status: 303, headers })
}

export const loader = () => redirect('/v4')
