/** What an abbreviation stands for, and the zones it may refer to. */
export interface Abbreviation {
  readonly meaning: string;
  readonly zones: readonly string[];
}

const northAmerican = (region: string, ...zones: string[]): Abbreviation => ({
  meaning: `an abbreviation for ${region} time, and it stands for one offset, which is wrong for part of the year`,
  zones,
});

const european = (region: string, ...zones: string[]): Abbreviation => ({
  meaning: `an abbreviation for ${region} time, and the countries there do not always change their clocks together`,
  zones,
});

const EASTERN = northAmerican('North American Eastern', 'America/New_York', 'America/Toronto');
const CENTRAL = northAmerican('North American Central', 'America/Chicago', 'America/Winnipeg');
const MOUNTAIN = northAmerican(
  'North American Mountain',
  'America/Denver',
  'America/Phoenix',
  'America/Edmonton',
);
const PACIFIC = northAmerican('North American Pacific', 'America/Los_Angeles', 'America/Vancouver');
const ALASKA = northAmerican('Alaskan', 'America/Anchorage');
const CENTRAL_EUROPE = european('Central European', 'Europe/Berlin', 'Europe/Paris', 'Europe/Madrid');
const EASTERN_EUROPE = european('Eastern European', 'Europe/Athens', 'Europe/Kyiv', 'Africa/Cairo');
const WESTERN_EUROPE = european('Western European', 'Europe/Lisbon', 'Atlantic/Canary');

const several = (meaning: string, ...zones: string[]): Abbreviation => ({
  meaning: `ambiguous: it can be ${meaning}`,
  zones,
});

/**
 * Abbreviations are refused, including the ones that are names in the tz database (EST, CET, …). There they are
 * aliases of single places (EST of Panama, CET of Brussels), which is rarely what the caller means.
 */
export const ABBREVIATIONS: Readonly<Record<string, Abbreviation | undefined>> = {
  ET: EASTERN,
  EST: EASTERN,
  EDT: EASTERN,
  CT: CENTRAL,
  CDT: CENTRAL,
  CST: several(
    'North American Central, China or Cuba time',
    'America/Chicago',
    'Asia/Shanghai',
    'America/Havana',
  ),
  MT: MOUNTAIN,
  MST: MOUNTAIN,
  MDT: MOUNTAIN,
  PT: PACIFIC,
  PST: PACIFIC,
  PDT: PACIFIC,
  AKST: ALASKA,
  AKDT: ALASKA,
  HST: { meaning: 'an abbreviation for Hawaiian time', zones: ['Pacific/Honolulu'] },
  AST: several('Atlantic or Arabia time', 'America/Halifax', 'America/Puerto_Rico', 'Asia/Riyadh'),
  CET: CENTRAL_EUROPE,
  CEST: CENTRAL_EUROPE,
  MET: CENTRAL_EUROPE,
  MEZ: CENTRAL_EUROPE,
  MESZ: CENTRAL_EUROPE,
  EET: EASTERN_EUROPE,
  EEST: EASTERN_EUROPE,
  WET: WESTERN_EUROPE,
  WEST: WESTERN_EUROPE,
  BST: several('British Summer Time or Bangladesh time', 'Europe/London', 'Asia/Dhaka'),
  IST: several('Indian, Israeli or Irish time', 'Asia/Kolkata', 'Asia/Jerusalem', 'Europe/Dublin'),
  MSK: { meaning: 'an abbreviation for Moscow time', zones: ['Europe/Moscow'] },
  GST: several('Gulf or South Georgia time', 'Asia/Dubai', 'Atlantic/South_Georgia'),
  PKT: { meaning: 'an abbreviation for Pakistani time', zones: ['Asia/Karachi'] },
  SGT: { meaning: 'an abbreviation for Singapore time', zones: ['Asia/Singapore'] },
  HKT: { meaning: 'an abbreviation for Hong Kong time', zones: ['Asia/Hong_Kong'] },
  JST: { meaning: 'an abbreviation for Japanese time', zones: ['Asia/Tokyo'] },
  KST: { meaning: 'an abbreviation for Korean time', zones: ['Asia/Seoul'] },
  WIB: { meaning: 'an abbreviation for West Indonesian time', zones: ['Asia/Jakarta'] },
  PHT: { meaning: 'an abbreviation for Philippine time', zones: ['Asia/Manila'] },
  SAST: { meaning: 'an abbreviation for South African time', zones: ['Africa/Johannesburg'] },
  EAT: { meaning: 'an abbreviation for East African time', zones: ['Africa/Nairobi'] },
  WAT: { meaning: 'an abbreviation for West African time', zones: ['Africa/Lagos'] },
  CAT: { meaning: 'an abbreviation for Central African time', zones: ['Africa/Maputo'] },
  BRT: { meaning: 'an abbreviation for Brasília time', zones: ['America/Sao_Paulo'] },
  ART: { meaning: 'an abbreviation for Argentine time', zones: ['America/Argentina/Buenos_Aires'] },
  AEST: several('Queensland or south-east Australian time', 'Australia/Brisbane', 'Australia/Sydney'),
  AEDT: { meaning: 'an abbreviation for south-east Australian time', zones: ['Australia/Sydney'] },
  ACST: several('Northern Territory or South Australian time', 'Australia/Darwin', 'Australia/Adelaide'),
  ACDT: { meaning: 'an abbreviation for South Australian time', zones: ['Australia/Adelaide'] },
  AWST: { meaning: 'an abbreviation for West Australian time', zones: ['Australia/Perth'] },
  NZST: { meaning: 'an abbreviation for New Zealand time', zones: ['Pacific/Auckland'] },
  NZDT: { meaning: 'an abbreviation for New Zealand time', zones: ['Pacific/Auckland'] },
};

/** Places that are not in the tz database, in lower case without spaces or punctuation. */
export const PLACES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    abudhabi: ['Asia/Dubai'],
    atlanta: ['America/New_York'],
    austin: ['America/Chicago'],
    bangalore: ['Asia/Kolkata'],
    barcelona: ['Europe/Madrid'],
    beijing: ['Asia/Shanghai'],
    bengaluru: ['Asia/Kolkata'],
    boston: ['America/New_York'],
    britain: ['Europe/London'],
    calgary: ['America/Edmonton'],
    california: ['America/Los_Angeles'],
    capetown: ['Africa/Johannesburg'],
    chennai: ['Asia/Kolkata'],
    china: ['Asia/Shanghai'],
    cologne: ['Europe/Berlin'],
    dallas: ['America/Chicago'],
    delhi: ['Asia/Kolkata'],
    england: ['Europe/London'],
    florida: ['America/New_York'],
    france: ['Europe/Paris'],
    frankfurt: ['Europe/Berlin'],
    geneva: ['Europe/Zurich'],
    germany: ['Europe/Berlin'],
    hamburg: ['Europe/Berlin'],
    hanoi: ['Asia/Bangkok', 'Asia/Ho_Chi_Minh'],
    hawaii: ['Pacific/Honolulu'],
    houston: ['America/Chicago'],
    hyderabad: ['Asia/Kolkata'],
    india: ['Asia/Kolkata'],
    italy: ['Europe/Rome'],
    lasvegas: ['America/Los_Angeles'],
    miami: ['America/New_York'],
    milan: ['Europe/Rome'],
    montreal: ['America/Toronto'],
    mumbai: ['Asia/Kolkata'],
    munich: ['Europe/Berlin'],
    newdelhi: ['Asia/Kolkata'],
    ottawa: ['America/Toronto'],
    philadelphia: ['America/New_York'],
    riodejaneiro: ['America/Sao_Paulo'],
    sanfrancisco: ['America/Los_Angeles'],
    seattle: ['America/Los_Angeles'],
    spain: ['Europe/Madrid'],
    stpetersburg: ['Europe/Moscow'],
    telaviv: ['Asia/Jerusalem'],
    texas: ['America/Chicago'],
    uk: ['Europe/London'],
    washington: ['America/New_York'],
    washingtondc: ['America/New_York'],
    easterntime: ['America/New_York', 'America/Toronto'],
    easternstandardtime: ['America/New_York', 'America/Toronto'],
    centraltime: ['America/Chicago', 'America/Winnipeg'],
    centralstandardtime: ['America/Chicago', 'America/Winnipeg'],
    mountaintime: ['America/Denver', 'America/Edmonton'],
    mountainstandardtime: ['America/Denver', 'America/Edmonton'],
    pacifictime: ['America/Los_Angeles', 'America/Vancouver'],
    pacificstandardtime: ['America/Los_Angeles', 'America/Vancouver'],
    weuropestandardtime: ['Europe/Berlin'],
    gmtstandardtime: ['Europe/London'],
  }),
);
