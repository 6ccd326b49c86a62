/** Setup of a demo company; its bookings come from make-history.ts. */
export interface Company {
  name: string;
  slug: string;
  time_zone: string;
  locale: string;
  currency: string;
  resources: {
    type: "person" | "court" | "class";
    name: string;
    description?: string;
    capacity?: number;
    color: string;
  }[];
  services: Service[];
  people: { first: string[]; family: string[]; phone: string };
  guests: number;
  /** Probability that a free time is booked on an ordinary day. */
  demand: number;
}
interface Service {
  name: string;
  /** Names of its resources; all if omitted. */
  on?: string[];
  rules: { days: number[]; start: string; end: string }[];
  duration_minutes: number;
  step_minutes?: number;
  buffer_after_minutes?: number;
  price_amount: number;
  max_advance_days: number;
  min_notice_minutes?: number;
  max_party_size?: number;
  max_repeat_dates?: number;
  questions?: unknown[];
  description?: string;
  category?: string;
  location?: { kind: "phone" | "jitsi" | "address"; text?: string };
  length_options?: { minutes: number; price_amount: number }[];
  addons?: { id: string; name: string; price_amount: number; max_quantity: number }[];
  processing?: { after_minutes: number; minutes: number };
  peak_prices?: { days: number[]; start: string; end: string; percent: number }[];
  /** Prices by resource name. */
  prices?: Record<string, number>;
  /** Days until it starts. */
  starts_in_days?: number;
}

const weekdays = [1, 2, 3, 4, 5];
const everyDay = [...weekdays, 6, 7];
/** Open every day, so that the demo is open whenever it is viewed. */
const shop = [
  { days: weekdays, start: "09:00", end: "17:30" },
  { days: [6, 7], start: "10:00", end: "16:00" },
];

const linden: Company = {
  name: "Studio Linden",
  slug: "studio-linden",
  time_zone: "Europe/Amsterdam",
  locale: "en",
  currency: "EUR",
  resources: [
    { type: "person", name: "Mila", description: "Cut and colour", color: "#4f46e5" },
    { type: "person", name: "Noor", description: "Cut and care", color: "#0d9488" },
    { type: "person", name: "Sami", description: "Cut and beard", color: "#d97706" },
    { type: "person", name: "Jo", description: "Cut and styling", color: "#be185d" },
  ],
  services: [
    {
      name: "Haircut",
      duration_minutes: 45,
      buffer_after_minutes: 15,
      price_amount: 4200,
      max_advance_days: 60,
      rules: shop,
      min_notice_minutes: 60,
      category: "Hair",
      description: "Consultation, wash, cut and finish.",
      prices: { Mila: 4800 },
    },
    {
      name: "Cut and colour",
      on: ["Mila", "Noor"],
      duration_minutes: 120,
      step_minutes: 60,
      // A children's cut fits while the colour works.
      processing: { after_minutes: 30, minutes: 45 },
      price_amount: 11_500,
      rules: shop,
      max_advance_days: 60,
      min_notice_minutes: 240,
      category: "Hair",
      description: "Colour all over or highlights, with a cut and finish.",
    },
    {
      name: "Beard trim",
      on: ["Sami", "Jo"],
      duration_minutes: 30,
      step_minutes: 30,
      price_amount: 2200,
      rules: shop,
      max_advance_days: 45,
      category: "Beard",
      description: "Shaped with clippers and razor.",
    },
    {
      name: "Children's cut",
      on: ["Noor", "Jo"],
      duration_minutes: 30,
      step_minutes: 30,
      price_amount: 2400,
      rules: shop,
      max_advance_days: 45,
      category: "Hair",
      description: "Up to twelve years.",
    },
    {
      name: "Blow-dry",
      on: ["Mila", "Jo"],
      duration_minutes: 45,
      step_minutes: 45,
      price_amount: 3100,
      rules: shop,
      max_advance_days: 60,
      category: "Hair",
    },
    {
      name: "Bridal styling",
      on: ["Mila"],
      duration_minutes: 180,
      price_amount: 24_000,
      max_advance_days: 90,
      rules: [{ days: [6], start: "08:00", end: "14:00" }],
      starts_in_days: 30,
      category: "Occasions",
      description: "Trial included. Bring a picture of the dress.",
    },
  ],
  people: {
    first:
      "Sanne Tom Aisha Daan Fleur Lotte Bram Yara Joris Meryem Koen Iris Ravi Eva Sven Nadia Ruben Anouk Omar Tess".split(
        " ",
      ),
    family:
      "Bakker,Visser,El Amrani,de Boer,Janssen,Yilmaz,van den Berg,Smit,Kok,Peters,Mulder,Vos,de Wit,Dekker,Brouwer,Hendriks,van Dijk,Koster,Prins,Blom,Huisman,Post,Kuipers,van Leeuwen,Willems,Jacobs,Schouten,Bosch,Timmermans,Kaya,Demir,Haddad,Benali,Verhoeven,Sanders,Koning".split(
        ",",
      ),
    phone: "+31 6 ",
  },
  guests: 1500,
  demand: 0.25,
};

const harbour: Company = {
  name: "Harbour Tennis",
  slug: "harbour-tennis",
  time_zone: "America/New_York",
  locale: "en",
  currency: "USD",
  resources: [1, 2, 3, 4, 5, 6].map((number) => ({
    type: "court" as const,
    name: `Court ${number}`,
    description: number < 5 ? "Hard court" : "Clay",
    color: ["#2563eb", "#0891b2", "#059669", "#65a30d", "#c2410c", "#b91c1c"][number - 1]!,
  })),
  services: [
    {
      name: "Court",
      duration_minutes: 60,
      step_minutes: 60,
      price_amount: 3600,
      max_advance_days: 20,
      max_repeat_dates: 3,
      rules: [{ days: everyDay, start: "07:00", end: "22:00" }],
      max_party_size: 1,
      description: "Rackets are handed out at the desk.",
      length_options: [{ minutes: 90, price_amount: 5000 }],
      peak_prices: [{ days: weekdays, start: "17:00", end: "21:00", percent: 25 }],
      addons: [
        { id: "racket", name: "Racket", price_amount: 400, max_quantity: 4 },
        { id: "light", name: "Light", price_amount: 600, max_quantity: 1 },
      ],
    },
  ],
  people: {
    first:
      "James Maria Chris Ana Kevin Grace Luis Dana Priya Sam Nora Marcus Elena Pete Joan Diego Ruth Alan Mei Tara".split(
        " ",
      ),
    family:
      "Walker Reyes Cohen O'Brien Kim Johnson Rossi Patel Nguyen Clark Baker Novak Diaz Green Stone Price Ward Foster Hayes Brooks Bennett Coleman Ortiz Murphy Cook Rivera Ross Reed Bailey Gray Watson Myers Long Hughes".split(
        " ",
      ),
    phone: "+1 212 555 ",
  },
  guests: 1200,
  demand: 0.21,
};

const saffron: Company = {
  name: "Saffron Yoga",
  slug: "saffron-yoga",
  time_zone: "Asia/Kolkata",
  locale: "en",
  currency: "INR",
  resources: [
    {
      type: "class",
      name: "Lotus room",
      description: "Twelve mats, ground floor",
      capacity: 12,
      color: "#d97706",
    },
    {
      type: "class",
      name: "Roof terrace",
      description: "Twelve mats, under the awning",
      capacity: 12,
      color: "#0d9488",
    },
    { type: "person", name: "Ananya", description: "Teacher", color: "#7c3aed" },
  ],
  services: [
    {
      name: "Sunrise flow",
      duration_minutes: 60,
      price_amount: 60_000,
      max_advance_days: 60,
      max_party_size: 4,
      max_repeat_dates: 8,
      on: ["Roof terrace"],
      rules: [{ days: everyDay, start: "06:00", end: "07:00" }],
      category: "Classes",
      questions: [
        { id: "mat", label: "Do you bring your own mat?", type: "checkbox", required: false },
      ],
    },
    {
      name: "Hatha",
      duration_minutes: 75,
      price_amount: 75_000,
      max_advance_days: 60,
      max_party_size: 4,
      on: ["Lotus room"],
      rules: [{ days: weekdays, start: "17:30", end: "18:45" }],
      category: "Classes",
    },
    {
      name: "Vinyasa",
      duration_minutes: 75,
      price_amount: 75_000,
      max_advance_days: 60,
      max_party_size: 4,
      on: ["Lotus room"],
      rules: [{ days: [1, 3, 5, 6], start: "19:00", end: "20:15" }],
      category: "Classes",
    },
    {
      name: "Talk with a teacher",
      duration_minutes: 30,
      price_amount: 50_000,
      max_advance_days: 60,
      on: ["Ananya"],
      rules: [{ days: [2, 4], start: "10:00", end: "12:00" }],
      category: "Advice",
      description: "Which class fits you, by video.",
      location: { kind: "jitsi" },
    },
  ],
  people: {
    first:
      "Ananya Arjun Ishita Rohan Meera Kabir Tanvi Dev Sohini Neel Pooja Amit Ritu Farhan Leela Joy".split(
        " ",
      ),
    family:
      "Sen Das Roy Banerjee Ghosh Mukherjee Khan Dutta Bose Chatterjee Rao Iyer Pal Saha Mitra Nandi Basu Kundu Dey Majumdar Biswas Ahmed Sarkar Lal".split(
        " ",
      ),
    phone: "+91 98300 ",
  },
  guests: 700,
  demand: 0.55,
};

/** The company shown by the demo comes last: it exists only if all others do. */
export const companies: Company[] = [harbour, saffron, linden];
