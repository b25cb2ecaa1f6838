import type { ReactNode } from 'react'
import { data, redirect } from 'react-router'
import { isProblem } from '#shared/problem.ts'
import { useText } from '#web/lib/text.tsx'

type Loaded<Found> = {
  readonly code: string
  readonly isDone: boolean
  /** The data for the code; null if it is used, expired or unknown. */
  readonly found: Found | null
}

/**
 * Reads the code in an emailed link. Changes nothing, because email programs open links by themselves; the page's
 * button acts. `find` throws a `Problem` if the code is no longer valid.
 */
export async function loadMailedCode<Found>(request: Request, find: (code: string) => Promise<Found>) {
  const query = new URL(request.url).searchParams
  const code = query.get('code')?.slice(0, 100) ?? ''
  const isDone = query.get('done') === '1'
  const loaded = (found: Found | null, status?: number) =>
    data<Loaded<Found>>({ code, isDone, found }, status === undefined ? {} : { status })
  if (isDone) return loaded(null)
  if (code === '') return loaded(null, 404)
  try {
    return loaded(await find(code))
  } catch (error) {
    if (!isProblem(error)) throw error
    return loaded(null, 404)
  }
}

/** Uses the code and redirects to the result. If the code is no longer valid, redirects to its page, which says so. */
export async function redeemMailedCode(path: string, code: string, act: () => Promise<unknown>) {
  try {
    await act()
  } catch (error) {
    if (!isProblem(error)) throw error
    return redirect(`${path}?code=${encodeURIComponent(code)}`, 303)
  }
  return redirect(`${path}?done=1`, 303)
}

type Props = {
  readonly title: string
  readonly code: string
  /** Explains the button; null if the code is no longer valid or was just used. */
  readonly lead: ReactNode
  readonly button: string
  /** The result after clicking; null before. */
  readonly done: string | null
}

/** The page of an emailed code: one sentence and one button. */
export function MailedCodePage({ title, code, lead, button, done }: Props) {
  const t = useText()
  const isDead = !lead && done === null
  const heading = isDead ? t('own-charity.link-dead') : title
  return (
    <div className="page narrow-page stack-lg">
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <h1>{heading}</h1>
      {lead ? (
        <form method="post" className="stack">
          <input type="hidden" name="code" value={code} />
          <p>{lead}</p>
          <p>
            <button className="button button-primary">{button}</button>
          </p>
        </form>
      ) : (
        <p role="status">{done ?? t('own-charity.link-dead-text')}</p>
      )}
      {isDead ? (
        <p>
          <a className="button button-quiet" href="/organize">
            {t('own-charity.back')}
          </a>
        </p>
      ) : null}
    </div>
  )
}
