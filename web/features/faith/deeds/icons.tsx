const icons = {
  play: 'M7 4.5v11l9-5.5z',
  pause: 'M6.5 4.5v11M13.5 4.5v11',
  close: 'M4.5 4.5l11 11M15.5 4.5l-11 11',
  previous: 'M12.5 4.5L7 10l5.5 5.5',
  next: 'M7.5 4.5L13 10l-5.5 5.5',
} as const

/** Right-to-left pages mirror previous and next (`deeds-arrow`), but not play. */
export const ControlIcon = ({ icon }: { readonly icon: keyof typeof icons }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    aria-hidden="true"
    fill={icon === 'play' ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth={icon === 'pause' ? 3.4 : 2}
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={icons[icon]} />
  </svg>
)

/** Decorative background: hills at dusk under a lattice. */
export const Backdrop = () => (
  <span className="deeds-backdrop" aria-hidden="true">
    <span className="deeds-lattice" />
    <svg viewBox="0 0 1200 240" preserveAspectRatio="none" fill="currentColor">
      <path d="M0 150c180-110 380-96 600-30s420 34 600-76v196H0z" fillOpacity=".16" />
      <path d="M0 200c240-80 440-30 660-12s380-24 540-76v128H0z" fillOpacity=".22" />
    </svg>
  </span>
)
