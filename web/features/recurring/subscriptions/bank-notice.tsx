import { useText } from '#web/lib/text.tsx'
import { useRecheck } from '#web/features/money/giving/use-recheck.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'

export type Payment = OutputOf<ProductContract, 'POST /v4/subscriptions/:subscriptionId/payments/:intentId'>

/** Whether the outcome is unknown: nothing may be paid again until it is known. */
export const isPending = (payment: Payment | null): boolean =>
  payment?.status === 'processing' || payment?.status === 'unknown'

/**
 * Shows what a payment waits for, or that it failed; the page itself shows success. `ask`: fetches an unknown outcome
 * again.
 */
export function BankNotice({ payment, ask }: { readonly payment: Payment; readonly ask: () => Promise<Payment> }) {
  const t = useText()
  useRecheck(isPending(payment), async () => isPending(await ask()))
  if (payment.status === 'challenge')
    return (
      <section className="notice stack" aria-labelledby="bank">
        <h2 id="bank">{t('managing.bank-title')}</h2>
        <p>{t('managing.bank-text')}</p>
        <p>
          <a className="button button-primary" href={payment.challenge.url} rel="noreferrer">
            {t('managing.bank-go')}
          </a>
        </p>
      </section>
    )
  if (payment.status === 'paid')
    return (
      <p className="notice" role="status">
        {t('managing.done-paid')}
      </p>
    )
  return (
    <p
      className={payment.status === 'declined' ? 'notice notice-problem' : 'notice'}
      role={payment.status === 'declined' ? 'alert' : 'status'}
    >
      {t(payment.status === 'declined' ? 'managing.declined' : 'managing.processing')}
    </p>
  )
}
