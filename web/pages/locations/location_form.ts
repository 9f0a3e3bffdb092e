/** The fields of a location. */
export type Values = {
  label: string
  addr1: string
  addr2: string
  city: string
  state: string
  zip: string
  country: string
  latitude: string
  longitude: string
  notes: string
  fenced: boolean
  radius: string
}
