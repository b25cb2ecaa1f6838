import '#web/features/platform/shell/mail.css'
import { renderContext } from '#server/pages/render-context.ts'
import { isProblem } from '#shared/problem.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/dev-mail-one'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = ['platform/dev-mail']

export async function loader({ context, params }: Route.LoaderArgs) {
  try {
    return await context.get(renderContext).api('GET /v4/dev/mails/:mailId', { mailId: params.mailId })
  } catch (error) {
    if (isProblem(error)) throw new Response(null, { status: 404 })
    throw error
  }
}

export default function OneMail({ loaderData: mail }: Route.ComponentProps) {
  const t = useText()
  return (
    <div className="page stack-lg">
      <title>{mail.subject}</title>
      <p>
        <a href="/dev/mail">{t('dev-mail.back')}</a>
      </p>
      <h1 dir="auto">{mail.subject}</h1>
      <dl className="lines mail-facts">
        <dt>{t('dev-mail.to')}</dt>
        <dd>
          <bdi>{mail.to}</bdi>
        </dd>
        <dt>{t('dev-mail.when')}</dt>
        <dd>
          <time dateTime={mail.createdAt} dir="ltr">
            {mail.createdAt.slice(0, 19).replace('T', ' ')}
          </time>
        </dd>
        <dt>Message-ID</dt>
        <dd>
          <bdi>{mail.messageId}</bdi>
        </dd>
      </dl>
      <iframe title={mail.subject} src={`/dev/mail-html/${mail.id}`} sandbox="" className="card mail-frame" />
      <h2>{t('dev-mail.plain')}</h2>
      <pre className="card card-in mail-plain" dir="auto">
        {mail.plain}
      </pre>
    </div>
  )
}
