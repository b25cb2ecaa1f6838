import { mix } from './svg.ts'

type Base = {
  /** From the top of the picture to the horizon. */
  readonly sky: readonly [string, string, string]
  /** Sun or moon, and what shines: windows, fire, lamps. */
  readonly disc: string
  readonly glow: string
  /** Four layers of ground, from the horizon to the edge of the picture. */
  readonly land: readonly [string, string, string, string]
  /** Plaster, canvas, paper. */
  readonly wall: string
  readonly roof: string
  readonly accent: string
  readonly second: string
  readonly water: string
  readonly leaf: string
  readonly ink: string
}

const bases: readonly Base[] = [
  // Dawn over a field.
  {
    sky: ['#A8D8BE', '#D9EED6', '#FEEFD2'],
    disc: '#F4BE5C',
    glow: '#FEDF9F',
    land: ['#A6D2AE', '#6DB584', '#388953', '#225436'],
    wall: '#FFF6E3',
    roof: '#C4573F',
    accent: '#DA9D0D',
    second: '#2F6CB3',
    water: '#5AA3C9',
    leaf: '#2F7D4C',
    ink: '#1C3A2A',
  },
  // Lapis in the morning.
  {
    sky: ['#86B1F0', '#BAD4FA', '#F0F5FC'],
    disc: '#FFFAEA',
    glow: '#FEE3A6',
    land: ['#A5C4F0', '#6F9BE0', '#3C6CC0', '#1D3F86'],
    wall: '#FFF9EC',
    roof: '#D98A1B',
    accent: '#F0B851',
    second: '#B8434A',
    water: '#4F90DC',
    leaf: '#2C6E63',
    ink: '#142F62',
  },
  // Grain at noon.
  {
    sky: ['#F6CE83', '#FBE3B2', '#FFF5DE'],
    disc: '#FFFBEF',
    glow: '#FFE7AE',
    land: ['#EBC77C', '#D9A443', '#AE7E1D', '#6B4A0B'],
    wall: '#FFF8E8',
    roof: '#2F7550',
    accent: '#C5482F',
    second: '#27608C',
    water: '#4E9AA8',
    leaf: '#55772C',
    ink: '#42300D',
  },
  // Pomegranate at dusk.
  {
    sky: ['#B94A5F', '#EE9077', '#FDD3A0'],
    disc: '#FFE9BF',
    glow: '#FFD98C',
    land: ['#D9776F', '#AE4654', '#7A2A3E', '#451725'],
    wall: '#FFF0DC',
    roof: '#8A2433',
    accent: '#F0B851',
    second: '#2F6E78',
    water: '#7C6BA0',
    leaf: '#4F6B3A',
    ink: '#3C1320',
  },
  // Lapis at night.
  {
    sky: ['#12275A', '#274A93', '#7693CF'],
    disc: '#FBF0D0',
    glow: '#FFD98A',
    land: ['#4E6CB0', '#314F92', '#1E3670', '#0F1F47'],
    wall: '#E9E6F2',
    roof: '#C98A1C',
    accent: '#F0B851',
    second: '#4FA88C',
    water: '#2C62B8',
    leaf: '#2F6A72',
    ink: '#0D1A3D',
  },
  // An evening in the fields.
  {
    sky: ['#144038', '#2F7A5F', '#C4D89B'],
    disc: '#FBEFC4',
    glow: '#FFDC8A',
    land: ['#5E9C72', '#347554', '#1D5340', '#0E3029'],
    wall: '#F6EFD9',
    roof: '#C2603A',
    accent: '#F0B851',
    second: '#5C8EEB',
    water: '#2F7F8F',
    leaf: '#3F8C52',
    ink: '#0C2A24',
  },
  // Mist over stone.
  {
    sky: ['#C6D3CE', '#DFE5DC', '#F6EFE3'],
    disc: '#EE9C86',
    glow: '#FFE2B0',
    land: ['#BECBC0', '#93A89A', '#66816F', '#3B5245'],
    wall: '#FFFAF0',
    roof: '#B0463F',
    accent: '#CC8F1F',
    second: '#3F6FA8',
    water: '#7CA3B5',
    leaf: '#4C7A58',
    ink: '#2A3B33',
  },
  // Mint and clay.
  {
    sky: ['#74C2B7', '#B2DECF', '#FBEBD3'],
    disc: '#FFF8E2',
    glow: '#FFDE9C',
    land: ['#E0A98A', '#CB7E5C', '#A2543B', '#642E22'],
    wall: '#FFF5E6',
    roof: '#24707A',
    accent: '#E9AE3F',
    second: '#2D5D94',
    water: '#3F97A8',
    leaf: '#3B7A5A',
    ink: '#3B1E1A',
  },
]

/** A palette: its colours, and those that follow from them. */
export type Palette = Base & {
  /** The side of a wall that the light does not reach, and lines on it. */
  readonly shade: string
  readonly deep: string
  readonly roofShade: string
  readonly leafLight: string
  readonly wood: string
  readonly woodShade: string
  readonly waterShade: string
  readonly bread: string
}

export const palettes: readonly Palette[] = bases.map((base) => {
  const wood = mix(mix('#9A6A3C', base.land[2], 0.2), base.ink, 0.1)
  return {
    ...base,
    shade: mix(base.wall, base.land[2], 0.28),
    deep: mix(base.wall, base.ink, 0.55),
    roofShade: mix(base.roof, base.ink, 0.4),
    leafLight: mix(base.leaf, base.glow, 0.35),
    wood,
    woodShade: mix(wood, base.ink, 0.45),
    waterShade: mix(base.water, base.ink, 0.35),
    bread: mix('#DB9A42', base.ink, 0.06),
  }
})
