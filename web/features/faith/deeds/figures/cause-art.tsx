import type { SupportedCause } from './causes.ts'

/** One line drawing for each cause, without people or animals. */
const drawings: Readonly<Record<SupportedCause, string>> = {
  water:
    'M48 14c9 11 14 18 14 25a14 14 0 0 1-28 0c0-7 5-14 14-25zM16 58h64c0 14-14 24-32 24s-32-10-32-24zM34 88h28M43 40a5 5 0 0 0 5 5',
  mosque:
    'M26 52c0-13 13-18 22-29 9 11 22 16 22 29zM26 52h44v30H26zM48 23v-9M42 82V70a6 6 0 0 1 12 0v12M80 82V40l4-7 4 7v42M8 82V40l4-7 4 7v42M4 82h88M20 82V60M76 82V60',
  education:
    'M48 32c-8-6-20-8-34-6v46c14-2 26 0 34 6 8-6 20-8 34-6V26c-14-2-26 0-34 6zM48 32v46M22 38c7-1 13 0 18 2M22 48c7-1 13 0 18 2M22 58c7-1 13 0 18 2M74 38c-7-1-13 0-18 2M74 48c-7-1-13 0-18 2M74 58c-7-1-13 0-18 2',
  women:
    'M48 50c-15-4-19-17-17-32 6 2 11 6 17 13 6-7 11-11 17-13 2 15-2 28-17 32zM48 31v55M48 78c-12 0-19-7-21-19 12 0 19 7 21 19zM48 78c12 0 19-7 21-19-12 0-19 7-21 19zM38 88h20',
  orphans:
    'M20 82V48a28 28 0 0 1 56 0v34M28 82V48a20 20 0 0 1 40 0v34M12 82h72M48 82V56M48 66c-8 0-12-5-13-12 8 0 12 5 13 12zM48 62c8 0 12-5 13-12-8 0-12 5-13 12z',
  refugees:
    'M14 80L48 24l34 56zM48 24V14M48 14l9 4-9 4M48 44L36 80M48 44l12 36M6 80h84M72 20a8 8 0 1 0 8 11 7 7 0 0 1-8-11z',
  emergency:
    'M48 14a34 34 0 1 0 0 68 34 34 0 0 0 0-68zM48 34a14 14 0 1 0 0 28 14 14 0 0 0 0-28zM40 15l3 20M56 15l-3 20M40 81l3-20M56 81l-3-20M15 40l20 3M15 56l20-3M81 40l-20 3M81 56l-20-3',
  health: 'M48 82C24 64 14 51 14 37a17 17 0 0 1 34-5 17 17 0 0 1 34 5c0 14-10 27-34 45zM24 50h13l5-10 9 20 5-10h16',
  creative:
    'M76 12L46 52l-6 16 15-8 31-39zM46 52l9 8M70 20l9 8M14 84c10-8 17 3 27-2s16-7 24-2 13 2 19-1M24 24l4 8 8 4-8 4-4 8-4-8-8-4 8-4z',
  qurbani:
    'M56 14a24 24 0 1 0 22 34 20 20 0 1 1-22-34zM70 20l2.5 6 6 2.5-6 2.5L70 37l-2.5-6-6-2.5 6-2.5zM6 84c12-16 26-18 40-7 12-13 30-12 44 7zM30 84c5-7 11-9 18-7',
}

const Drawing = ({ path }: { readonly path: string }) => (
  <svg
    className="deeds-art"
    viewBox="0 0 96 96"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

/** The artwork of a cause. Decorative: its name is next to it as text. */
export const CauseArt = ({ cause }: { readonly cause: SupportedCause }) => <Drawing path={drawings[cause]} />

/** Three ears of grain, on the front of the card. */
export const GrainEars = () => (
  <Drawing path="M48 88V34M48 88C38 74 30 62 26 46M48 88c10-14 18-26 22-42M48 34c-5-6-5-13 0-22 5 9 5 16 0 22zM48 48c-8-1-12-6-12-13 8 1 12 6 12 13zM48 48c8-1 12-6 12-13-8 1-12 6-12 13zM48 62c-8-1-12-6-12-13 8 1 12 6 12 13zM48 62c8-1 12-6 12-13-8 1-12 6-12 13zM26 46c-7-3-11-9-11-17 8 3 12 9 11 17zM70 46c7-3 11-9 11-17-8 3-12 9-11 17zM30 60c-8 0-13-4-16-11 8-1 14 3 16 11zM66 60c8 0 13-4 16-11-8-1-14 3-16 11z" />
)
