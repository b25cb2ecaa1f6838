import type { Badge } from '#modules/faith/deeds/rules/badges.ts'

/** The drawing inside each badge's star. */
const drawings: Readonly<Record<Badge, string>> = {
  zakat: 'M60 38v44M46 46h28M46 46l-8 18h16zM74 46l-8 18h16zM50 82h20',
  'daily-givers':
    'M60 48a14 14 0 1 0 0 28 14 14 0 0 0 0-28zM60 34v6M60 84v-6M38 62h6M82 62h-6M45 47l4 4M75 47l-4 4M45 77l4-4M75 77l-4-4',
  'friday-givers': 'M42 80V58a18 18 0 0 1 36 0v22M36 80h48M60 40v-6M54 80V68a6 6 0 0 1 12 0v12',
  'ramadan-challenge': 'M64 38a20 20 0 1 0 18 28 16 16 0 1 1-18-28zM74 42l2 5 5 2-5 2-2 5-2-5-5-2 5-2z',
  'dhul-hijjah-challenge': 'M40 50l20-8 20 8v28H40zM40 58h40M60 42v36M54 78V66h12v12',
  qurbani: 'M38 78c6-12 14-14 22-6 6-10 16-8 22 6zM66 36a12 12 0 1 0 11 17 10 10 0 1 1-11-17z',
}

export const BadgeArt = ({ badge }: { readonly badge: Badge }) => (
  <svg
    className="deeds-badge-art"
    viewBox="0 0 120 120"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path
      d="M60 6l14 20h26v26l20 8-20 14v26H74l-14 20-14-20H20V74L0 60l20-8V26h26z"
      transform="translate(6 6) scale(.9)"
      strokeOpacity=".55"
    />
    <path d={drawings[badge]} />
  </svg>
)
