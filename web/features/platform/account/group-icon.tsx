import type { AccountGroupName } from './sections.ts'

const paths: Readonly<Record<AccountGroupName, string>> = {
  overview: 'M4 11l8-7 8 7v8.5a.5.5 0 0 1-.5.5H15v-6H9v6H4.5a.5.5 0 0 1-.5-.5z',
  giving: 'M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7.2a4.3 4.3 0 0 1 7.5 2.6C19.5 15.4 12 20 12 20z',
  documents: 'M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8.5h6M9 12.5h6',
  fundraising: 'M5 20.5v-16M5 5h13l-3 4 3 4H5',
  settings: 'M12 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5zM4.5 20.5c.6-3.9 3.7-6 7.5-6s6.9 2.1 7.5 6',
}

/** The icon of a group of account pages in the bottom bar of phones. Decorative: its name is below it. */
export const GroupIcon = ({ name }: { readonly name: AccountGroupName }) => (
  <svg
    width="24"
    height="24"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
