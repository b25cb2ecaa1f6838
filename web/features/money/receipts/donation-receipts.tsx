import { useEffect, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'

type Receipts = OutputOf<ProductContract, 'GET /v4/donations/:intentId/receipts'>['receipts']
const everyMs = 1500
const triesMax = 20
/** How soon replaced receipts are requested; they are issued from the outbox. */
const replacedMs = 2000

/**
 * The receipts of a new donation, authorized by its token. Polls, because they are issued seconds after the payment.
 */
export function DonationReceipts({
  intentId,
  token,
  email,
  revision,
  hasTrails = false,
}: {
  readonly intentId: string
  readonly token: string
  readonly email: string | null
  /** Changes when the receipts are being replaced, which fetches them again. */
  readonly revision: number
  /** Whether each receipt has a link to where its donations are. */
  readonly hasTrails?: boolean
}) {
  const t = useText()
  const [receipts, setReceipts] = useState<Receipts>([])
  const [isDelayed, setLate] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const ask = async (tries: number): Promise<void> => {
      const found = await api('GET /v4/donations/:intentId/receipts', { intentId, token }).then(
        (answer) => answer.receipts,
        (error: unknown) => {
          console.warn('the receipt could not be asked for', error)
          return []
        },
      )
      if (isOver) return
      setReceipts(found)
      if (found.length > 0) return
      if (tries >= triesMax) return setLate(true)
      timer = setTimeout(() => void ask(tries + 1), everyMs)
    }
    if (revision === 0) void ask(1)
    else timer = setTimeout(() => void ask(1), replacedMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [intentId, token, revision])
  const to = email ? { email: `\u2068${email}\u2069` } : undefined
  const pathOf = (id: string, format: 'html' | 'pdf') =>
    `/v4/receipts/${id}/document?format=${format}&token=${encodeURIComponent(token)}`
  return (
    <div className="stack" aria-live="polite">
      {receipts.length > 0 ? (
        // The receipt's email is queued when the receipt is issued, not before.
        to && <p>{t('thanks.receipt-to', to)}</p>
      ) : (
        <p className="quiet">{t(`documents.donation-${isDelayed ? 'delayed' : 'pending'}${to ? '-to' : ''}`, to)}</p>
      )}
      {receipts.map(({ id, number, organization }) => {
        const shown = `\u2066${number}\u2069`
        const name =
          receipts.length > 1
            ? t('documents.donation-receipt-of', { number: shown, organization: `\u2068${organization}\u2069` })
            : t('documents.donation-receipt', { number: shown })
        return (
          <div key={id} className="row-apart">
            <p className="strong">{name}</p>
            <div className="document-actions">
              <a
                className="button button-primary"
                href={pathOf(id, 'html')}
                aria-label={t('documents.view-of', { number: shown })}
              >
                {t('documents.view-receipt')}
              </a>
              <a
                className="button button-quiet"
                href={pathOf(id, 'pdf')}
                aria-label={t('documents.pdf-of', { what: name })}
              >
                {t('documents.pdf')}
              </a>
              {hasTrails ? (
                <a
                  className="button button-quiet"
                  href={`/receipts/${id}/trail?token=${encodeURIComponent(token)}`}
                  aria-label={t('documents.trail-of', { number: shown })}
                >
                  {t('documents.trail')}
                </a>
              ) : null}
            </div>
          </div>
        )
      })}
    </div>
  )
}
