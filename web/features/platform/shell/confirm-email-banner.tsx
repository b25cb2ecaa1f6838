import { useLocation } from 'react-router'
import { useFrame, useText } from '#web/lib/text.tsx'

/** Whether a page belongs to people who run fundraisers or charities. */
const isOrganizing = (path: string): boolean => /^\/(?:organize|organizations\/[^/]+\/hosted-pages)(?:\/|$)/.test(path)

/** Above every page of an organizer whose email isn't confirmed: a button that mails the link again. */
export function ConfirmEmailBanner() {
  const t = useText()
  const frame = useFrame()
  const { pathname, search } = useLocation()
  if (!frame?.viewer.isSignedIn || frame.viewer.isEmailConfirmed || !isOrganizing(pathname)) return null
  const query = new URLSearchParams(search)
  const isSent = query.get('confirmation') === 'sent'
  query.delete('confirmation')
  const email = `\u2068${frame.viewer.email}\u2069`
  return (
    <div className="page">
      <div className="notice stack" role="status">
        <p>{t(isSent ? 'shell.confirm-email-sent' : 'shell.confirm-email', { email })}</p>
        {isSent ? null : (
          <form method="post" action="/account/confirmation">
            <input type="hidden" name="back" value={query.size > 0 ? `${pathname}?${query}` : pathname} />
            <button className="button button-quiet">{t('shell.confirm-email-again')}</button>
          </form>
        )}
      </div>
    </div>
  )
}
