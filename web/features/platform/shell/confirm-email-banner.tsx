import { useLocation } from 'react-router'
import { useFrame, useText } from '#web/lib/text.tsx'

/** Says to organizers that their email isn't confirmed, with a button that mails the link again. */
export function ConfirmEmailBanner() {
  const t = useText()
  const frame = useFrame()
  const { pathname, search } = useLocation()
  if (!frame) return null
  const query = new URLSearchParams(search)
  const isSent = query.get('confirmation') === 'sent'
  query.delete('confirmation')
  const email = `\u2068${frame.viewer.email}\u2069`
  return (
    <div className="page">
      <div className="notice stack" role="status">
        <p>{t(isSent ? 'confirm-email.sent' : 'confirm-email.text', { email })}</p>
        {isSent ? null : (
          <form method="post" action="/account/confirmation">
            <input type="hidden" name="back" value={query.size > 0 ? `${pathname}?${query}` : pathname} />
            <button className="button button-quiet">{t('confirm-email.again')}</button>
          </form>
        )}
      </div>
    </div>
  )
}
