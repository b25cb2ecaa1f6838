import { redirect } from 'react-router'
import { safePath } from '#shared/safe-path.ts'
import { isLocale } from '#shared/text.ts'
import type { Route } from './+types/preferences'

const year = 31_536_000

/** Language and light, kept in cookies; a plain form, so it works without scripts. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const headers = new Headers()
  const keep = (name: string, value: string) => headers.append('set-cookie', `${name}=${value}; Path=/; Max-Age=${year}; SameSite=Lax`)
  const locale = form.get('locale')
  if (isLocale(locale)) keep('lang', locale)
  const theme = form.get('theme')
  if (theme === 'auto' || theme === 'light' || theme === 'dark') keep('theme', theme)
  const back = form.get('back')
  return redirect(safePath(typeof back === 'string' ? back : '/v4'), { status: 303, headers })
}

export const loader = () => redirect('/v4')
