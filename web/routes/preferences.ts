import { redirect } from 'react-router'
import { renderContext } from '#server/render-context.ts'
import { safePath } from '#shared/safe-path.ts'
import { isLocale } from '#shared/text.ts'
import type { Route } from './+types/preferences'

const year = 31_536_000
const isTheme = (value: unknown): value is 'auto' | 'light' | 'dark' => value === 'auto' || value === 'light' || value === 'dark'

/** Language and light, kept in cookies and, for somebody signed in, with their account; a plain form, so it works without scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData()
  const headers = new Headers()
  const keep = (name: string, value: string) => headers.append('set-cookie', `${name}=${value}; Path=/; Max-Age=${year}; SameSite=Lax`)
  const locale = form.get('locale')
  if (isLocale(locale)) keep('lang', locale)
  const theme = form.get('theme')
  if (isTheme(theme)) keep('theme', theme)
  const { api, viewer, logError } = context.get(renderContext)
  if (viewer.isSignedIn) {
    const wishes = { ...(isLocale(locale) ? { language: locale } : {}), ...(isTheme(theme) ? { theme } : {}) }
    await api('POST /api/user/properties', wishes).catch((error: unknown) => logError(error, 'a choice could not be kept with the account'))
  }
  const back = form.get('back')
  return redirect(safePath(typeof back === 'string' ? back : '/v4'), { status: 303, headers })
}

export const loader = () => redirect('/v4')
