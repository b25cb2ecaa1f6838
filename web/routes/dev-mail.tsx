import { renderContext } from '#server/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { useText } from '../lib/text.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import type { Route } from './+types/dev-mail'

export async function loader({ context }: Route.LoaderArgs) {
  try {
    return await context.get(renderContext).api('GET /v4/dev/mails', {})
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw new Response(null, { status: 404 })
    throw error
  }
}

export default function SentMail({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <div className="page stack-lg">
      <title>{t('dev-mail.title')}</title>
      <div className="stack">
        <h1>{t('dev-mail.title')}</h1>
        <p className="quiet">{t('dev-mail.lead')}</p>
      </div>
      {loaderData.mails.length === 0 ? <EmptyState title={t('dev-mail.empty')} /> : null}
      <ul className="donors">
        {loaderData.mails.map((mail) => (
          <li key={mail.id}>
            <span className="donor-name">
              <a href={`/dev/mail/${mail.id}`} dir="auto">
                {mail.subject}
              </a>
              <span className="quiet small">
                <bdi>{mail.to}</bdi> · <time dateTime={mail.createdAt}>{mail.createdAt.slice(0, 16).replace('T', ' ')}</time>
              </span>
            </span>
            <span className="badge">{mail.state}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
