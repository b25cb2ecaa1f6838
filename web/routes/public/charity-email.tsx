import { data, redirect } from 'react-router'
import { renderContext } from '#server/pages/render-context.ts'
import { postedForm } from '../../lib/posted-form.ts'
import { postedText } from '../../lib/posted.ts'
import { useText } from '../../lib/text.tsx'
import { isProblem } from '#shared/problem.ts'
import type { Route } from './+types/charity-email'

/** Opening the page changes nothing, because mail programs open links by themselves; the button does. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(renderContext)
  const query = new URL(request.url).searchParams
  const code = query.get('code')?.slice(0, 100) ?? ''
  const isDone = query.get('done') === '1'
  if (isDone || code === '') return data({ code, isDone, found: null }, isDone ? {} : { status: 404 })
  try {
    return data({ code, isDone, found: await api('GET /v4/charity-emails/:code', { code }) }, {})
  } catch (error) {
    if (!isProblem(error)) throw error
    return data({ code, isDone, found: null }, { status: 404 })
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const { api } = context.get(renderContext)
  const form = await postedForm(request)
  const code = postedText(form, 'code', 100)
  try {
    await api('POST /v4/charity-emails/:code', { code })
  } catch (error) {
    if (!isProblem(error)) throw error
    return redirect(`/charity-email?code=${encodeURIComponent(code)}`, 303)
  }
  return redirect('/charity-email?done=1', 303)
}

/** The page of a mailed code: it makes a new contact email of a charity count. */
export default function CharityEmail({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { code, isDone, found } = loaderData
  const title = t('own-charity.email-title')
  return (
    <div className="page narrow-page stack-lg">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      {found ? (
        <form method="post" className="stack">
          <input type="hidden" name="code" value={code} />
          <p>
            {t('own-charity.email-lead', {
              email: `\u2068${found.email}\u2069`,
              name: `\u2068${found.name}\u2069`,
            })}
          </p>
          <p>
            <button className="button button-primary">{t('own-charity.email-confirm')}</button>
          </p>
        </form>
      ) : (
        <p role="status">{t(isDone ? 'own-charity.email-done' : 'own-charity.link-dead')}</p>
      )}
    </div>
  )
}
