const plate = {
  width: 40,
  height: 26,
  viewBox: '0 0 40 26',
  'aria-hidden': true,
  className: 'saved-card-brand',
} as const

/**
 * The logo of a card brand in its own colours, in light and dark mode. Decorative: the text next to it names the brand.
 */
export function BrandIcon({ brand }: { readonly brand: string }) {
  switch (brand) {
    case 'visa':
      return (
        <svg {...plate}>
          <rect width="40" height="26" rx="4" fill="#fff" />
          <path
            d="M10 8.5h2.4l1.3 6.3 2.5-6.3h2.4l-4 9h-2.4zM19.6 8.5h2.2l-1.5 9h-2.2zM28.2 10.6q-3-1-3.2.3c0 1.1 3.2 1.2 3.2 3.6 0 2.9-3.9 3.5-6 2.5l.4-1.9q3.1 1.2 3.2-.3c0-1.2-3.2-1.2-3.2-3.7 0-2.6 3.6-3.2 5.9-2.4zM32.4 8.5h1.9l2 9h-2.1l-.3-1.5h-2.6l-.9 1.5h-2.3zm-.1 5.8h1.2l-.5-3z"
            fill="#1a3a8f"
          />
        </svg>
      )
    case 'mastercard':
      return (
        <svg {...plate}>
          <rect width="40" height="26" rx="4" fill="#fff" />
          <circle cx="16" cy="13" r="7.5" fill="#e0202f" />
          <circle cx="24" cy="13" r="7.5" fill="#f3a01c" />
          <path d="M20 6.66a7.5 7.5 0 0 1 0 12.68 7.5 7.5 0 0 1 0-12.68z" fill="#f2641f" />
        </svg>
      )
    case 'amex':
      return (
        <svg {...plate}>
          <rect width="40" height="26" rx="4" fill="#1c6bb0" />
          <path
            d="M3.5 17.5l3.3-9h2.5l3.3 9h-2.2l-.6-1.7H6.2l-.6 1.7zm3.3-3.4h2.3l-1.1-3.3zM13.5 17.5v-9h2.8l2 4.8 2-4.8h2.8v9H21v-5.7l-2 4.7h-1.5l-2-4.7v5.7zM24.3 8.5h6v1.9h-3.9v1.6h3.7v1.9h-3.7v1.7h3.9v1.9h-6zM30.7 17.5l2.2-4.5-2.2-4.5H33l1.2 2.6 1.3-2.6h2.2l-2.3 4.5 2.3 4.5h-2.3l-1.3-2.6-1.2 2.6z"
            fill="#fff"
          />
        </svg>
      )
    default:
      return (
        <svg {...plate}>
          <rect x=".5" y=".5" width="39" height="25" rx="3.5" fill="var(--sunken)" stroke="var(--control)" />
          <path d="M0 7h40v5H0z" fill="var(--ink-subtle)" />
          <path d="M5 18h10" stroke="var(--ink-subtle)" strokeWidth="2" strokeLinecap="round" />
        </svg>
      )
  }
}
