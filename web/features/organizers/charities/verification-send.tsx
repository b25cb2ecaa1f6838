import type { VerificationView } from '#modules/organizers/charities/contract.ts'
import { useFaultText, useText } from '#web/lib/text.tsx'
import type { Json } from '#shared/wire/json.ts'

/** What is still missing, the button that submits the form, or the result of the last request. */
export function VerificationSend({
  verification,
  days,
}: {
  readonly verification: Json<VerificationView>
  /** Dates in the visitor's language. */
  readonly days: { readonly requestedAt: string | null; readonly nextRequestAt: string | null }
}) {
  const t = useText()
  const say = useFaultText()
  const { request, missing, askable } = verification
  if (request?.state === 'open')
    return (
      <>
        <p>{t('own-charity.waiting', { date: days.requestedAt ?? '' })}</p>
        <form method="post">
          <input type="hidden" name="request" value={request.id} />
          <button className="button button-quiet" name="intent" value="withdraw">
            {t('own-charity.withdraw')}
          </button>
        </form>
      </>
    )
  return (
    <>
      {request && (request.state === 'returned' || request.state === 'rejected') ? (
        <div className="notice stack">
          <p className="strong">
            {t(request.state === 'returned' ? 'own-charity.returned' : 'own-charity.was-rejected')}
          </p>
          <p dir="auto" className="own-charity-words">
            {request.reason}
          </p>
        </div>
      ) : null}
      {missing.length > 0 ? (
        <div className="stack">
          <p className="strong">{t('own-charity.missing')}</p>
          <ul className="own-charity-documents">
            {missing.map(({ field, code, params }) => (
              <li key={field}>
                <a href={`#${field.startsWith('documents.') ? 'file' : field}`}>{say({ code, params })}</a>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p>{t('own-charity.ready')}</p>
      )}
      {askable === null ? <p className="quiet">{t('own-charity.not-due')}</p> : null}
      {askable !== null && days.nextRequestAt !== null ? (
        <p className="quiet">{t('own-charity.next-request', { date: days.nextRequestAt })}</p>
      ) : null}
      {askable !== null && days.nextRequestAt === null ? (
        <form method="post" className="stack">
          <p className="hint">{t('own-charity.send-hint')}</p>
          <p>
            <button className="button button-primary" name="intent" value="send">
              {t('own-charity.send')}
            </button>
          </p>
        </form>
      ) : null}
    </>
  )
}
