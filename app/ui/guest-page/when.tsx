/** A booking's time, with its hours on one line: "Monday, January 4, 2027, 3:00 – 4:00 PM". */
export function When({ text }: { text: string }) {
  const at = Math.max(text.lastIndexOf(","), text.lastIndexOf("،")) + 1;
  const hours = text.slice(at).trimStart();
  if (!/\d.*–.*\d/.test(hours)) return text;
  return (
    <>
      {text.slice(0, text.length - hours.length)}
      <span className="whitespace-nowrap">{hours}</span>
    </>
  );
}
