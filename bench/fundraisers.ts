import { one, required } from '#shared/collections.ts'
import type pg from 'pg'

/** Words for titles of generated fundraisers: purposes with their cause, and places with their country. */
const things = [
  ['well', 'water'],
  ['solar pump', 'water'],
  ['rain tank', 'water'],
  ['school roof', 'education'],
  ['library', 'education'],
  ['school bus', 'education'],
  ['bakery', 'food'],
  ['kitchen', 'food'],
  ['iftar tent', 'food'],
  ['mosque floor', 'mosque'],
  ['prayer hall', 'mosque'],
  ['clinic', 'health'],
  ['ambulance', 'health'],
  ['dialysis bed', 'health'],
  ['orphan house', 'orphans'],
  ['winter shelter', 'emergency'],
  ['rescue boat', 'emergency'],
  ['language course', 'refugees'],
  ['sewing room', 'women'],
  ['olive grove', 'community'],
  ['museum bus', 'creative'],
  ['qurbani herd', 'qurbani'],
  ['بئر ماء', 'water'],
  ['مدرسة صغيرة', 'education'],
  ['مطبخ خيري', 'food'],
] as const
const places = (
  'Tharparkar PK,Badin PK,Swat PK,Quetta PK,Lombok ID,Aceh ID,Kelantan MY,Zinder NE,Agadez NE,Darfur SD,Kassala SD,Kordofan SD,Gaza PS,Hebron PS,Nablus PS,Idlib SY,Aleppo SY,' +
  'Sylhet BD,Barisal BD,Hatay TR,Kilis TR,Zagora MA,Azilal MA,Nouakchott MR,Timbuktu ML,Gao ML,Mombasa KE,Lamu KE,Harar ET,Jijiga ET,Hargeisa SO,Baidoa SO,Sanaa YE,Taiz YE,' +
  'Mosul IQ,Basra IQ,Tripoli LB,Sidon LB,Mafraq JO,Irbid JO,Srebrenica BA,Mostar BA,Berlin DE,Leipzig DE,Bradford GB,Leicester GB,Dearborn US,Houston US,Toronto CA,Halifax CA'
)
  .split(',')
  .map((part) => part.split(' ') as [string, string])
const manners =
  'clean small first second wide warm bright quiet open shared new old deep tall green strong patient early steady kind'.split(
    ' ',
  )

/** Search texts of donors: two words, one word, misspellings, Arabic. */
export const searches: readonly string[] = [
  ...places.slice(0, 20).map(([place], index) => `${required(things[index])[0]} ${place}`),
  ...things.slice(0, 10).map(([thing]) => thing),
  ...places.slice(20, 30).map(([place]) => place),
  'tharparker well',
  'shcool bus lombok',
  'clinik darfur',
  'bakry gaza',
  'بئر ماء',
  'مدرسه',
  'بير السودان',
  'liberry hatay',
]
export const filterSets: readonly string[] = [
  '',
  'sort=ending',
  'sort=funded',
  'sort=near-goal',
  'category=water',
  'category=food,health',
  'country=PK',
  'country=NE,SD',
  'zakat=1',
  'near-goal=1',
  'ending=1',
  'new=1',
  'gift-aid=1&category=education',
  'zakat=1&country=PS&sort=ending',
  'category=orphans&country=SO',
]

const indexes = {
  document_facets: `create index document_facets on discovery.document using gin (facets) with (fastupdate = off) where status = 1 and kind = 'fundraiser'`,
  document_head: 'create index document_head on discovery.document using gin (head) with (fastupdate = off)',
  story_words: 'create index story_words on discovery.story using gin (words) with (fastupdate = off)',
} as const
const triggers = [
  'campaigns.campaign disable trigger discovery_added',
  'campaigns.total disable trigger discovery_total_added',
]

/**
 * Adds fundraisers up to this number, about a third of them ended, each with a story of 60 words. Their search
 * documents are written in batches with the triggers' function, before the indexes are created.
 */
export async function addFundraisers(owner: pg.Client, upTo: number): Promise<void> {
  const { rows } = await owner.query<{ have: string }>(
    `select count(*) as have from campaigns.campaign where kind = 'fundraiser'`,
  )
  await owner.query('select setseed(0.2261)')
  for (const trigger of triggers) await owner.query(`alter table ${trigger}`)
  for (const name of Object.keys(indexes)) await owner.query(`drop index discovery.${name}`)
  for (let have = Number(one(rows).have); have < upTo; have += 5000) {
    await owner.query(
      `
        with
          made as (
            select
              n,
              (random() * (cardinality($3::text[]) - 1))::int + 1 as thing,
              (random() * (cardinality($5::text[]) - 1))::int + 1 as place,
              (random() * (cardinality($7::text[]) - 1))::int + 1 as manner,
              random() as a,
              random() as b,
              random() as c,
              (
                select string_agg(
                  'w' || chr(
                    97 + (random() * 25)::int
                  ) || chr(97 + (random() * 25)::int) || chr(97 + (random() * 25)::int),
                    ' '
                )
                from generate_series(1, 60)
                where n > 0
              ) as words
            from generate_series($1::int + 1, least($1::int + 5000, $2::int)) n
          ),
          added as (
            insert into campaigns.campaign (
              organization_id,
                slug,
                name,
                tagline,
                story,
                category,
                location,
                country,
                status,
                currency,
                goal,
                ends_at,
                organizer_name,
                zakat_verified,
                gift_aid,
                created_at,
                changed_at
            )
            select
              (select min(id) from organizations.organization) + (n % 11),
              'fundraiser-' || n,
              ($7::text[])[manner] || ' ' || ($3::text[])[thing] || ' of ' || ($5::text[])[place],
              'Number ' || n || ' of its kind.',
              '<p>' || words || '</p>',
              ($4::text[])[thing],
              ($5::text[])[place],
              ($6::text[])[place],
              1,
              'USD',
              100000 + (a * 5000000)::bigint,
              now() + (b * 180 - 60) * interval '1 day',
              'Bench',
              c > 0.6,
              c < 0.3,
              now() - a * interval '700 days',
              now()
            from made
            returning id, goal
          ),
          totals as (
            insert into campaigns.total (campaign_id, raised, donation_count, donor_count, last_donation_at)
            select id, (goal * (0.05 + 1.1 * ((id * 7919) % 1000) / 1000.0))::bigint, 40, 35, now()
            from added
          )
        select
        from added
      `,
      [
        have,
        upTo,
        things.map(([thing]) => thing),
        things.map(([, cause]) => cause),
        places.map(([place]) => place),
        places.map(([, country]) => country),
        manners,
      ],
    )
    await owner.query(
      `
        select discovery.write_documents(
          array(
            select c.id
            from campaigns.campaign c
            where c.status <> 0 and not exists (select from discovery.document d where d.campaign_id = c.id)
          )
        )
      `,
    )
  }
  for (const text of Object.values(indexes)) await owner.query(text)
  for (const trigger of triggers) await owner.query(`alter table ${trigger.replace('disable', 'enable')}`)
  await owner.query('vacuum analyze')
}
