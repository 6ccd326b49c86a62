import { isZone } from "./answers";

// Unicode CLDR, windowsZones.xml: the zone of each Windows name for its territory "001".
const TABLE = `
AUS Central Standard Time=Australia/Darwin; AUS Eastern Standard Time=Australia/Sydney; Afghanistan Standard Time=Asia/Kabul;
Alaskan Standard Time=America/Anchorage; Aleutian Standard Time=America/Adak; Altai Standard Time=Asia/Barnaul;
Arab Standard Time=Asia/Riyadh; Arabian Standard Time=Asia/Dubai; Arabic Standard Time=Asia/Baghdad;
Argentina Standard Time=America/Argentina/Buenos_Aires; Astrakhan Standard Time=Europe/Astrakhan; Atlantic Standard Time=America/Halifax;
Aus Central W. Standard Time=Australia/Eucla; Azerbaijan Standard Time=Asia/Baku; Azores Standard Time=Atlantic/Azores;
Bahia Standard Time=America/Bahia; Bangladesh Standard Time=Asia/Dhaka; Belarus Standard Time=Europe/Minsk;
Bougainville Standard Time=Pacific/Bougainville; Canada Central Standard Time=America/Regina; Cape Verde Standard Time=Atlantic/Cape_Verde;
Caucasus Standard Time=Asia/Yerevan; Cen. Australia Standard Time=Australia/Adelaide; Central America Standard Time=America/Guatemala;
Central Asia Standard Time=Asia/Bishkek; Central Brazilian Standard Time=America/Cuiaba; Central Europe Standard Time=Europe/Budapest;
Central European Standard Time=Europe/Warsaw; Central Pacific Standard Time=Pacific/Guadalcanal; Central Standard Time=America/Chicago;
Central Standard Time (Mexico)=America/Mexico_City; Chatham Islands Standard Time=Pacific/Chatham; China Standard Time=Asia/Shanghai;
Cuba Standard Time=America/Havana; Dateline Standard Time=Etc/GMT+12; E. Africa Standard Time=Africa/Nairobi;
E. Australia Standard Time=Australia/Brisbane; E. Europe Standard Time=Europe/Chisinau; E. South America Standard Time=America/Sao_Paulo;
Easter Island Standard Time=Pacific/Easter; Eastern Standard Time=America/New_York; Eastern Standard Time (Mexico)=America/Cancun;
Egypt Standard Time=Africa/Cairo; Ekaterinburg Standard Time=Asia/Yekaterinburg; FLE Standard Time=Europe/Kiev;
Fiji Standard Time=Pacific/Fiji; GMT Standard Time=Europe/London; GTB Standard Time=Europe/Bucharest;
Georgian Standard Time=Asia/Tbilisi; Greenland Standard Time=America/Godthab; Greenwich Standard Time=Atlantic/Reykjavik;
Haiti Standard Time=America/Port-au-Prince; Hawaiian Standard Time=Pacific/Honolulu; India Standard Time=Asia/Kolkata;
Iran Standard Time=Asia/Tehran; Israel Standard Time=Asia/Jerusalem; Jordan Standard Time=Asia/Amman;
Kaliningrad Standard Time=Europe/Kaliningrad; Kamchatka Standard Time=Asia/Kamchatka; Korea Standard Time=Asia/Seoul;
Libya Standard Time=Africa/Tripoli; Line Islands Standard Time=Pacific/Kiritimati; Lord Howe Standard Time=Australia/Lord_Howe;
Magadan Standard Time=Asia/Magadan; Magallanes Standard Time=America/Punta_Arenas; Marquesas Standard Time=Pacific/Marquesas;
Mauritius Standard Time=Indian/Mauritius; Mid-Atlantic Standard Time=Etc/GMT+2; Middle East Standard Time=Asia/Beirut;
Montevideo Standard Time=America/Montevideo; Morocco Standard Time=Africa/Casablanca; Mountain Standard Time=America/Denver;
Mountain Standard Time (Mexico)=America/Mazatlan; Myanmar Standard Time=Asia/Yangon; N. Central Asia Standard Time=Asia/Novosibirsk;
Namibia Standard Time=Africa/Windhoek; Nepal Standard Time=Asia/Kathmandu; New Zealand Standard Time=Pacific/Auckland;
Newfoundland Standard Time=America/St_Johns; Norfolk Standard Time=Pacific/Norfolk; North Asia East Standard Time=Asia/Irkutsk;
North Asia Standard Time=Asia/Krasnoyarsk; North Korea Standard Time=Asia/Pyongyang; Omsk Standard Time=Asia/Omsk;
Pacific SA Standard Time=America/Santiago; Pacific Standard Time=America/Los_Angeles; Pacific Standard Time (Mexico)=America/Tijuana;
Pakistan Standard Time=Asia/Karachi; Paraguay Standard Time=America/Asuncion; Qyzylorda Standard Time=Asia/Qyzylorda;
Romance Standard Time=Europe/Paris; Russia Time Zone 10=Asia/Srednekolymsk; Russia Time Zone 11=Asia/Kamchatka;
Russia Time Zone 3=Europe/Samara; Russian Standard Time=Europe/Moscow; SA Eastern Standard Time=America/Cayenne;
SA Pacific Standard Time=America/Bogota; SA Western Standard Time=America/La_Paz; SE Asia Standard Time=Asia/Bangkok;
Saint Pierre Standard Time=America/Miquelon; Sakhalin Standard Time=Asia/Sakhalin; Samoa Standard Time=Pacific/Apia;
Sao Tome Standard Time=Africa/Sao_Tome; Saratov Standard Time=Europe/Saratov; Singapore Standard Time=Asia/Singapore;
South Africa Standard Time=Africa/Johannesburg; South Sudan Standard Time=Africa/Juba; Sri Lanka Standard Time=Asia/Colombo;
Sudan Standard Time=Africa/Khartoum; Syria Standard Time=Asia/Damascus; Taipei Standard Time=Asia/Taipei;
Tasmania Standard Time=Australia/Hobart; Tocantins Standard Time=America/Araguaina; Tokyo Standard Time=Asia/Tokyo;
Tomsk Standard Time=Asia/Tomsk; Tonga Standard Time=Pacific/Tongatapu; Transbaikal Standard Time=Asia/Chita;
Turkey Standard Time=Europe/Istanbul; Turks And Caicos Standard Time=America/Grand_Turk; US Eastern Standard Time=America/Indiana/Indianapolis;
US Mountain Standard Time=America/Phoenix; UTC=Etc/UTC; Coordinated Universal Time=Etc/UTC; UTC+12=Etc/GMT-12; UTC+13=Etc/GMT-13; UTC-02=Etc/GMT+2; UTC-08=Etc/GMT+8;
UTC-09=Etc/GMT+9; UTC-11=Etc/GMT+11; Ulaanbaatar Standard Time=Asia/Ulaanbaatar; Venezuela Standard Time=America/Caracas;
Vladivostok Standard Time=Asia/Vladivostok; Volgograd Standard Time=Europe/Volgograd; W. Australia Standard Time=Australia/Perth;
W. Central Africa Standard Time=Africa/Lagos; W. Europe Standard Time=Europe/Berlin; W. Mongolia Standard Time=Asia/Hovd;
West Asia Standard Time=Asia/Tashkent; West Bank Standard Time=Asia/Hebron; West Pacific Standard Time=Pacific/Port_Moresby;
Yakutsk Standard Time=Asia/Yakutsk; Yukon Standard Time=America/Whitehorse; tzone://Microsoft/Utc=Etc/UTC
`;

// Display names of Windows zones, which Outlook and others also write, with or without the offset
// ("(UTC-08:00) Pacific Time …").
const SHOWN = `
International Date Line West=Etc/GMT+12; Coordinated Universal Time-11=Etc/GMT+11; Aleutian Islands=America/Adak;
Hawaii=Pacific/Honolulu; Marquesas Islands=Pacific/Marquesas; Alaska=America/Anchorage; Coordinated Universal Time-09=Etc/GMT+9;
Baja California=America/Tijuana; Coordinated Universal Time-08=Etc/GMT+8; Pacific Time (US & Canada)=America/Los_Angeles;
Pacific Time (US & Canada), Tijuana=America/Los_Angeles; Arizona=America/Phoenix; Chihuahua, La Paz, Mazatlan=America/Mazatlan;
La Paz, Mazatlan=America/Mazatlan; Mountain Time (US & Canada)=America/Denver; Yukon=America/Whitehorse;
Central America=America/Guatemala; Central Time (US & Canada)=America/Chicago; Easter Island=Pacific/Easter;
Guadalajara, Mexico City, Monterrey=America/Mexico_City; Saskatchewan=America/Regina; Bogota, Lima, Quito, Rio Branco=America/Bogota;
Bogota, Lima, Quito=America/Bogota; Chetumal=America/Cancun; Eastern Time (US & Canada)=America/New_York; Haiti=America/Port-au-Prince;
Havana=America/Havana; Indiana (East)=America/Indiana/Indianapolis; Turks and Caicos=America/Grand_Turk; Asuncion=America/Asuncion;
Atlantic Time (Canada)=America/Halifax; Caracas=America/Caracas; Cuiaba=America/Cuiaba; Georgetown, La Paz, Manaus, San Juan=America/La_Paz;
Santiago=America/Santiago; Newfoundland=America/St_Johns; Araguaina=America/Araguaina; Brasilia=America/Sao_Paulo;
Cayenne, Fortaleza=America/Cayenne; Buenos Aires=America/Argentina/Buenos_Aires; City of Buenos Aires=America/Argentina/Buenos_Aires;
Greenland=America/Godthab; Montevideo=America/Montevideo; Punta Arenas=America/Punta_Arenas; Saint Pierre and Miquelon=America/Miquelon;
Salvador=America/Bahia; Coordinated Universal Time-02=Etc/GMT+2; Mid-Atlantic=Etc/GMT+2; Mid-Atlantic - Old=Etc/GMT+2;
Azores=Atlantic/Azores; Cabo Verde Is.=Atlantic/Cape_Verde; Cape Verde Is.=Atlantic/Cape_Verde; Coordinated Universal Time=Etc/UTC;
Dublin, Edinburgh, Lisbon, London=Europe/London; Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London=Europe/London;
Greenwich Mean Time - Dublin, Edinburgh, Lisbon, London=Europe/London; Monrovia, Reykjavik=Atlantic/Reykjavik;
Sao Tome=Africa/Sao_Tome; Casablanca=Africa/Casablanca; Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna=Europe/Berlin;
Belgrade, Bratislava, Budapest, Ljubljana, Prague=Europe/Budapest; Brussels, Copenhagen, Madrid, Paris=Europe/Paris;
Sarajevo, Skopje, Warsaw, Zagreb=Europe/Warsaw; West Central Africa=Africa/Lagos; Amman=Asia/Amman; Athens, Bucharest=Europe/Bucharest;
Athens, Bucharest, Istanbul=Europe/Bucharest; Beirut=Asia/Beirut; Cairo=Africa/Cairo; Chisinau=Europe/Chisinau; Damascus=Asia/Damascus;
Gaza, Hebron=Asia/Hebron; Harare, Pretoria=Africa/Johannesburg; Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius=Europe/Kiev;
Jerusalem=Asia/Jerusalem; Juba=Africa/Juba; Kaliningrad=Europe/Kaliningrad; Khartoum=Africa/Khartoum; Tripoli=Africa/Tripoli;
Windhoek=Africa/Windhoek; Baghdad=Asia/Baghdad; Istanbul=Europe/Istanbul; Kuwait, Riyadh=Asia/Riyadh; Minsk=Europe/Minsk;
Moscow, St. Petersburg=Europe/Moscow; Moscow, St. Petersburg, Volgograd=Europe/Moscow; Nairobi=Africa/Nairobi; Volgograd=Europe/Volgograd;
Tehran=Asia/Tehran; Abu Dhabi, Muscat=Asia/Dubai; Astrakhan, Ulyanovsk=Europe/Astrakhan; Baku=Asia/Baku; Izhevsk, Samara=Europe/Samara;
Port Louis=Indian/Mauritius; Saratov=Europe/Saratov; Tbilisi=Asia/Tbilisi; Yerevan=Asia/Yerevan; Kabul=Asia/Kabul;
Ashgabat, Tashkent=Asia/Tashkent; Ekaterinburg=Asia/Yekaterinburg; Islamabad, Karachi=Asia/Karachi; Qyzylorda=Asia/Qyzylorda;
Chennai, Kolkata, Mumbai, New Delhi=Asia/Kolkata; Sri Jayawardenepura=Asia/Colombo; Kathmandu=Asia/Kathmandu; Astana=Asia/Almaty;
Bishkek=Asia/Bishkek; Dhaka=Asia/Dhaka; Omsk=Asia/Omsk; Novosibirsk=Asia/Novosibirsk; Yangon (Rangoon)=Asia/Yangon;
Bangkok, Hanoi, Jakarta=Asia/Bangkok; Barnaul, Gorno-Altaysk=Asia/Barnaul; Hovd=Asia/Hovd; Krasnoyarsk=Asia/Krasnoyarsk; Tomsk=Asia/Tomsk;
Beijing, Chongqing, Hong Kong, Urumqi=Asia/Shanghai; Irkutsk=Asia/Irkutsk; Kuala Lumpur, Singapore=Asia/Singapore; Perth=Australia/Perth;
Taipei=Asia/Taipei; Ulaanbaatar=Asia/Ulaanbaatar; Pyongyang=Asia/Pyongyang; Eucla=Australia/Eucla; Chita=Asia/Chita;
Osaka, Sapporo, Tokyo=Asia/Tokyo; Seoul=Asia/Seoul; Yakutsk=Asia/Yakutsk; Adelaide=Australia/Adelaide; Darwin=Australia/Darwin;
Brisbane=Australia/Brisbane; Canberra, Melbourne, Sydney=Australia/Sydney; Guam, Port Moresby=Pacific/Port_Moresby;
Hobart=Australia/Hobart; Vladivostok=Asia/Vladivostok; Lord Howe Island=Australia/Lord_Howe; Bougainville Island=Pacific/Bougainville;
Chokurdakh=Asia/Srednekolymsk; Magadan=Asia/Magadan; Norfolk Island=Pacific/Norfolk; Sakhalin=Asia/Sakhalin;
Solomon Is., New Caledonia=Pacific/Guadalcanal; Anadyr, Petropavlovsk-Kamchatsky=Asia/Kamchatka;
Petropavlovsk-Kamchatsky - Old=Asia/Kamchatka; Auckland, Wellington=Pacific/Auckland; Coordinated Universal Time+12=Etc/GMT-12;
Fiji=Pacific/Fiji; Chatham Islands=Pacific/Chatham; Coordinated Universal Time+13=Etc/GMT-13; Nuku'alofa=Pacific/Tongatapu;
Samoa=Pacific/Apia; Kiritimati Island=Pacific/Kiritimati
`;

function namesIn(table: string): [string, string][] {
  return table.split(";").map((entry): [string, string] => {
    const [windows = "", iana = ""] = entry.split("=");
    return [windows.trim(), iana.trim()];
  });
}

/** IANA zones by Windows name. */
export const WINDOWS_ZONES: ReadonlyMap<string, string> = new Map(namesIn(TABLE));
/** IANA zones by Windows display name. */
export const SHOWN_ZONES: ReadonlyMap<string, string> = new Map(namesIn(SHOWN));
const byName = new Map(
  [...SHOWN_ZONES, ...WINDOWS_ZONES].map(([windows, iana]) => [windows.toLowerCase(), iana]),
);

/**
 * The IANA zone of a name from Graph or a file: a Windows name in any case, or an IANA name. null
 * if unknown, such as a custom zone ("tzone://Microsoft/Custom").
 */
export function zoneOf(name: string | null | undefined): string | null {
  if (name == null) return null;
  const key = name.trim().toLowerCase();
  const shown = key.replace(/^\((?:utc|gmt)[^)]*\)\s*/, "").replace(/;/g, ",");
  return byName.get(key) ?? byName.get(shown) ?? (isZone(name) ? name : null);
}
