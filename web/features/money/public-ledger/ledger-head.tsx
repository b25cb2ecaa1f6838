import '#web/features/money/public-ledger/public-ledger.css'
import { useText } from '#web/lib/text.tsx'

/** The newest head of the public ledger, for statements and trails, so that their readers have it. */
export function LedgerHead({ head }: { readonly head: { readonly day: string; readonly head: string } | null }) {
  const t = useText()
  if (!head) return null
  return (
    <p className="public-ledger-head-line">
      <span>
        {t('ledger-head.text', { day: head.day })} <a href="/ledger">{t('ledger-head.link')}</a>
      </span>
      <bdi className="public-ledger-head">{head.head}</bdi>
    </p>
  )
}
