import { useText } from '../../lib/text.tsx'
import type { Line } from './basket-state.ts'

/** Everything else of a gift is changed where it was chosen; the same way without scripts. */
export function EditLine({ line }: { readonly line: Line }) {
  const t = useText()
  return line.campaign ? (
    <a
      className="link-button"
      href={`/v4/basket/add/${encodeURIComponent(line.campaign.slug)}?line=${line.id}`}
      aria-label={t('basket-page.edit-of', { name: line.campaign.name })}
    >
      {t('basket-page.edit')}
    </a>
  ) : null
}
