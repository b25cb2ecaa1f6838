import { useText } from '../../lib/text.tsx'
import type { OutputOf } from '#shared/endpoint.ts'
import type { ProductContract } from '#modules/contract.ts'

export type Payment = OutputOf<ProductContract, 'POST /v4/subscriptions/:subscriptionId/payments/:intentId'>

/** What a payment is waiting for, or that it came to nothing; paid, the page says so itself. */
export function BankNotice({ payment }: { readonly payment: Payment }) {
  const t = useText()
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
    <p className={payment.status === 'declined' ? 'notice notice-problem' : 'notice'} role={payment.status === 'declined' ? 'alert' : 'status'}>
      {t(payment.status === 'declined' ? 'managing.declined' : 'managing.processing')}
    </p>
  )
}
