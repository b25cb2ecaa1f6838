import '#web/features/platform/shell/mail.css'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/dev-mail'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['platform/dev-mail']

export async function loader({ context, request }: Route.LoaderArgs) {
  const before = new URL(request.url).searchParams.get('before')?.slice(0, 80)
  try {
    return await context.get(renderContext).api('GET /v4/dev/mails', before ? { before } : {})
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
      <ul className="mail-list">
        {loaderData.mails.map((mail) => (
          <li key={mail.id}>
            <span className="mail-head">
              <a href={`/dev/mail/${mail.id}`} dir="auto">
                {mail.subject}
              </a>
              <span className="quiet small">
                <bdi>{mail.to}</bdi> ·{' '}
                <time dateTime={mail.createdAt} dir="ltr">
                  {mail.createdAt.slice(0, 16).replace('T', ' ')}
                </time>
              </span>
            </span>
            <span className="badge">{t(`dev-mail.${mail.state}`)}</span>
          </li>
        ))}
      </ul>
      {loaderData.next ? (
        <p>
          <a href={`/dev/mail?before=${encodeURIComponent(loaderData.next)}`}>{t('dev-mail.older')}</a>
        </p>
      ) : null}
    </div>
  )
}
