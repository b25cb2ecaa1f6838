import { useLocation } from 'react-router'
import { useText } from '#web/lib/text.tsx'

const done = {
  confirmed: 'done.confirmed',
  password: 'done.password',
  name: 'done.name',
  email: 'done.email',
  sent: 'done.sent',
} as const

/** Notices above every account page: the result of the last action, and an unconfirmed email. */
export function AccountNotices({ email, isConfirmed }: { readonly email: string; readonly isConfirmed: boolean }) {
  const t = useText()
  const doneParam = new URLSearchParams(useLocation().search).get('done') ?? ''
  return (
    <>
      {Object.hasOwn(done, doneParam) ? (
        <p className="notice" role="status">
          {t(done[doneParam as keyof typeof done])}
        </p>
      ) : null}
      {isConfirmed ? null : (
        <section className="notice stack" aria-labelledby="confirm-your-address">
          <h2 id="confirm-your-address" className="strong">
            {t('confirm.banner-title')}
          </h2>
          <p>{t('confirm.banner', { email: `\u2068${email}\u2069` })}</p>
          <form method="post" action="/account/confirmation">
            <button className="button button-quiet">{t('confirm.again')}</button>
          </form>
          <p>
            <a href="/account/profile/email">{t('confirm.wrong')}</a>
          </p>
        </section>
      )}
    </>
  )
}
