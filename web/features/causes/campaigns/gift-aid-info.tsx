import { useText } from '#web/lib/text.tsx'
import { OpenedDialog } from './opened-dialog.tsx'
import type { OpenDialogProps } from './dialog-link.tsx'

const govUk = 'https://www.gov.uk/donating-to-charity/gift-aid'

/** Explains Gift Aid, in the dialog and on its own page (S1 §2.3). */
export function GiftAidText({ level }: { readonly level: 2 | 3 }) {
  const t = useText()
  const Heading = `h${level}` as 'h2' | 'h3'
  return (
    <div className="stack story-info">
      <p>{t('gift-aid-info.what')}</p>
      <Heading>{t('gift-aid-info.who-title')}</Heading>
      <p>{t('gift-aid-info.who')}</p>
      <Heading>{t('gift-aid-info.how-title')}</Heading>
      <p>{t('gift-aid-info.how')}</p>
      <p>
        <a href={govUk} rel="noopener noreferrer">
          {t('gift-aid-info.more')}
        </a>
      </p>
    </div>
  )
}

export const GiftAidDialog = (props: OpenDialogProps) => (
  <OpenedDialog title="gift-aid-info.title" {...props}>
    <GiftAidText level={3} />
  </OpenedDialog>
)
