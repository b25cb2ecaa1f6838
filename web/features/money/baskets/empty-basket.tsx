import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The empty state, with links to fundraisers. */
export function EmptyBasket() {
  const t = useText()
  return (
    <EmptyState title={t('basket-page.empty')}>
      <p className="quiet">{t('basket-page.empty-text')}</p>
      <p>
        <a className="button button-primary" href="/v4/discover">
          {t('give.see-others')}
        </a>
      </p>
    </EmptyState>
  )
}
