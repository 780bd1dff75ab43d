/**
 * The business classifications as published (reference facts, section 5): a line with `#` for each group, followed by
 * its industries. Ids omit the part that all of them share, except the one that was added later, which is complete.
 */
export const PUBLISHED_LIST = `
# 9ed3f669-b545 Food retail and service
9ed3f671-803c Gourmet foods | 9ed3f66c-86ae Distilleries | 9ed3f66a-8acd Breweries
9ed3f66d-9101 Alcoholic beverage drinking places | 9ed3f66e-9480 Beer, wine, and liquor store | 9ed3f66b-95ac Wineries
9ed3f674-9619 Tobacco | 9ed3f673-adb1 Restaurant | 9ed3f676-af8e Supplement store
9ed3f675-afad Pharmacy and drugstore | 9ed3f670-b1ce Coffee and tea | 9ed3f66f-b1df Catering services
9ed3f672-b67a Specialty and miscellaneous food store

# 9ed41d89-beff Manufacturing
9ed41d96-804a Nonmetallic mineral product manufacturing | 9ed44484-8b25 Furniture and related product manufacturing
9ed41d95-8b36 Plastics and rubber products manufacturing | 9ed41d94-8dc3 Chemical manufacturing
9ed41d97-92aa Primary metal manufacturing | 9ed44483-95ce Transportation equipment manufacturing
9ed41d8f-9762 Leather and allied product manufacturing | 9ed41d8d-9a24 Textile product mills
9ed41d92-a0ad Printing and related support activities | 9ed44485-a2bc Miscellaneous manufacturing
9ed41d8a-a5dc Food manufacturing | 9ed41d98-a88a Fabricated metal product manufacturing
9ed41d90-a8f0 Wood product manufacturing | 9ed44481-aa45 Computer and electronic product manufacturing
9ed41d91-b262 Paper manufacturing | 9ed44480-b289 Machinery manufacturing | 9ed41d8e-b45c Apparel manufacturing
9ed41d93-b677 Petroleum and coal products manufacturing | 9ed41d8b-b721 Beverage and tobacco product manufacturing
9ed44482-babe Electrical equipment, appliance, and component manufacturing | 9ed41d8c-bce3 Textile mills

# 9ed35a3b-83c8 Business to business
9ed38132-815d Agriculture - animal production and aquaculture
9ed38131-828e Agriculture - fruit, vegetable, and crop production | 9ed3813c-82cc Consulting services
9ed38134-8529 Agriculture - fishing, hunting, and trapping | 9ed38138-862a Construction - residential building
9ed3813e-86eb Consumer goods rental | 9ed3813f-8840 Commercial and industrial goods rental | 9ed38146-89d6 Marketing
9ed3814a-8c10 Publishing | 9ed3814d-8eb5 Shipping and packing
9ed3814e-9087 Stenographic and secretarial support services | 9ed38147-94f8 Multi-level marketing
9ed38148-9820 Office and commercial furniture | 9ed38133-9892 Agriculture - forestry and logging
9ed3814b-9ed9 Printing | 9ed38145-a442 Mailing lists | 9ed38144-a4f3 Industrial and manufacturing supplies
9ed38141-a5d2 Commercial and industrial goods repair and maintenance
9ed3814c-a77b Quick copy and reproduction services | 9ed38137-a92b Commercial photography, art, and graphics
9ed38135-a9f8 Architectural, engineering, and surveying services | 9ed3814f-aaf6 Wholesale - durable goods
9ed38142-ab4a Consumer goods repair and maintenance | 9ed38150-adfb Wholesale - nondurable goods
9ed38130-afd9 Advertising and public relations | 9ed3813b-b28d Construction - specialty trade contractors
9ed38149-b520 Office supplies and equipment | 9ed38143-bc00 Career services
9ed38140-bc03 Electronic repair and maintenance | 9ed38151-bc8f Wholesale - electronic markets and agents and brokers
9ed3813a-bc90 Construction - heavy and civil engineering | 9ed3813d-bd65 Educational services
9ed38136-bd75 Chemicals and allied products | 9ed35a3c-be28 Accounting
9ed38139-bf69 Construction - nonresidential building

# 9ed4449e-a32d Services - other
9ed46baf-816d Online dating | 9ed492a7-8278 Vision care | 9ed46b98-8308 Consumer goods rental | 9ed46bac-83b7 Printing
9ed444a1-858e All other personal services | 9ed444a5-85d6 Cleaning and maintenance
9ed46bb2-861c Investigation and security services | 9ed444a8-87fd Computer network services
9ed492a5-8d8f Telecommunication services | 9ed46b97-8dd7 Entertainment | 9ed492a3-8f04 Swimming pool services
9ed444a0-8fb1 Warehouse clubs and supercenters | 9ed46bb5-9631 Real estate agent
9ed46b9f-96b0 Health and beauty spas | 9ed46b91-9704 Consulting services | 9ed46b95-970b eCommerce services
9ed492a8-9894 Watch, clock, and jewelry repair | 9ed492ab-9907 Real estate - other | 9ed46bae-9966 Storage
9ed46ba9-9b47 Medical care | 9ed492a1-9ccf Services not elsewhere classified | 9ed46ba1-9d1b Importing and exporting
9ed444a4-9dc4 Child care services | 9ed46ba3-9efe Insurance - auto and home | 9ed46b92-9f08 Counseling services
9ed46b9e-9fec Graphic and commercial design | 9ed46bad-a006 Moving | 9ed46b9a-a11b Event and wedding planning
9ed46b96-a2ee Electronic repair and maintenance | 9ed46bb3-a347 Quick copy and reproduction services
9ed46bb0-a35d Photofinishing | 9ed46bb4-a3c3 Radio, television, and stereo repair | 9ed46bab-a401 Publishing
9ed46ba8-a726 Lottery and contests | 9ed492aa-aca1 Research and development
9ed46bb1-acac Photographic studios - portraits | 9ed444a6-ad1c Commercial photography, art, and graphics
9ed46b9c-ad21 Construction - residential building | 9ed46baa-ad74 Membership clubs and organizations
9ed46b94-ad88 Dental care | 9ed46ba6-ae95 Legal services and attorneys | 9ed492a9-af4b Mining
9ed46ba5-b01c Landscaping and horticultural | 9ed46ba2-b242 Information retrieval services
9ed46ba4-b31e Insurance - life and annuity | 9ed46b9b-b391 Gambling | 9ed46b93-b3b9 Courier services
9ed492a4-b3dc Tailors and alterations | 9ed444a7-b42d Computer and data processing services
9ed46b9d-b5da Construction - nonresidential building | 9ed46ba0-b775 IDs, licenses, and passports
9ed444a3-b785 Carpentry | 9ed46ba7-b85c Local delivery service | 9ed4449f-b867 Advertising and public relations
9ed46bb7-b950 Reupholstery and furniture repair | 9ed46bb6-b9b2 Rental property management
9ed444a2-ba23 Career services | 9ed492a6-bbd2 Utilities | 9ed46b99-be4c Commercial and industrial goods rental
9ed492a2-bfb3 Shipping and packing

# 9ed3a866-a0ce Entertainment and media
9ed3cf58-81a4 Toys and games | 9ed3cf50-8ae8 Music | 9ed3cf5c-8d0e Gambling
9ed3cf53-8ee9 Cable, satellite, and other pay TV and radio broadcasting | 9ed3cf59-9158 Slot machines
9ed3cf57-921d Theater tickets | 9ed3cf4f-97ea Motion picture and video | 9ed3cf5a-9a99 Digital content
9ed3cf5b-a368 Entertainers | 9ed3a867-a6e4 Memorabilia | 9ed3cf52-b0da Music store - CDs, cassettes and albums
9ed3cf5d-b35e Online gaming | 9ed3cf55-b43c Adult digital content | 9ed3cf51-b49f Movie store - DVDs, videotapes
9ed3cf5e-b9d5 Video games and systems | 9ed3cf56-ba87 Concert tickets
9ed3cf54-bf23 Cable and other subscription programming

# 9ed41d75-b151 Home and garden
9ed41d76-81ef Antiques | 9ed41d80-857a Glass, paint, and wallpaper | 9ed41d77-8cda Appliances
9ed41d7c-8fb6 Exterminating and disinfecting services | 9ed41d7b-9534 Drapery, window covering, and upholstery
9ed41d81-9904 Hardware and tools | 9ed41d86-9e98 Rugs and carpets | 9ed41d7e-a3fc Furniture
9ed41d7a-ae21 Construction material | 9ed41d7f-b918 Lawn and garden equipment and supplies
9ed41d84-bc20 Home furnishings store | 9ed41d78-bd3f Art dealers and galleries

# 9ed35a29-930b Baby
9ed35a2d-8284 Safety and health | 9ed35a2b-942f Furniture | 9ed35a2a-b976 Children's and baby's clothing

# 9ed492c6-80f4 Travel
9ed4b9b8-8329 Tours | 9ed4b9b0-8f2f Bus line | 9ed492c7-8fc5 Airline | 9ed4b9b5-9031 Sporting and recreation camps
9ed4b9b1-9ce7 Cruises | 9ed4b9b2-a1d5 Lodging and accommodations | 9ed4b9b7-a615 Timeshares
9ed4b9b3-aea7 Luggage and leather goods | 9ed4b9bb-af9f Travel agency | 9ed4b9b6-b843 Taxicabs and limousines
9ed492c8-ba44 Auto rental | 9ed4b9ba-bbf4 Transportation services - other | 9ed4b9b4-bcfd Recreational services
9ed4b9b9-bf00 Trailer parks and campgrounds

# 9ed38152-9042 Clothing, accessories, and shoes
9ed38155-83c3 Women's clothing | 9ed3a841-954f Military and civil service uniforms
9ed38153-97e3 Children's and baby's clothing | 9ed38154-9b0d Men's clothing
9ed3a844-9d68 Wholesale - precious stones and metals | 9ed3a840-a314 Shoes | 9ed3a845-b307 Fashion jewelry
9ed3a842-bba3 Accessories | 9ed3a843-bbb4 Retail - fine jewelry and watches

# 9ed3f686-af6e Health and personal care
9ed41d70-851b Dental care | 9ed41d74-8b34 Vitamins and supplements | 9ed41d73-963f Vision care
9ed3f687-a1ac Pharmacy and drugstore | 9ed41d71-abed Medical care | 9ed41d72-b770 Medical equipment and supplies

# 9ed35a2e-a5cf Beauty and fragrances
9ed35a2f-8593 Bath and body | 9ed35a30-b9d5 Fragrances and perfumes | 9ed35a31-bf68 Makeup and cosmetics

# 9ed3a846-8a79 Computers, accessories, and services
9ed3a84b-8661 Maintenance and repair services | 9ed3a84e-87df Online gaming | 9ed3a851-92a4 Software
9ed3a84c-9a6e Monitors and projectors | 9ed3a84d-9eca Networking | 9ed3a853-a35d Web hosting and design
9ed3a852-aba3 Training services | 9ed3a850-ad7d Peripherals | 9ed3a848-af5a Desktops, laptops, and notebooks
9ed3a84f-b1a4 Parts and accessories | 9ed3a84a-b682 eCommerce services
9ed3a847-b813 Computer and data processing services

# 9ed44496-865d Retail
9ed44498-87b4 Department store | 9ed4449d-9238 Variety store | 9ed4449c-9843 Used and secondhand store
9ed4449a-a380 Miscellaneous store retailer | 9ed44499-aa99 Discount store

# 9ed492bc-9a1b Toys and hobbies
9ed492bf-87d7 Hobby, toy, and game shops | 9ed492c3-96a8 Stationery, printing, and writing paper
9ed492c4-9f0c Vintage and collectibles | 9ed492c5-9fe5 Video games and systems | 9ed492bd-ab0a Arts and crafts
9ed492c0-b1b2 Memorabilia | 9ed492c2-b58e Stamp and coin | 9ed492c1-b5a1 Music store - instruments and sheet music
9ed492be-bf01 Camera and photographic supplies

# 9ed4448d-aab2 Pets and animals
9ed4448f-8817 Pet shops, pet food, and supplies | 9ed44491-a152 Veterinary services
9ed4448e-b343 Medication and supplements | 9ed44490-bfda Specialty and rare pets

# 9ed3a854-a193 Education
9ed3a85a-889a Vocational and trade schools | 9ed3a855-8d29 Business and secretarial schools
9ed3a856-962b Child care services | 9ed3a858-9d57 Dance halls, studios, and school
9ed3a857-b6c2 Colleges and universities | 9ed3a859-bcbb Elementary and secondary schools

# 9ed248ae-ba6e Arts, crafts, and collectibles
9ed35a26-890f Stamp and coin | 9ed35a22-9b52 Digital art | 9ed35a25-a03c Sewing, needlework, and fabrics
9ed35a21-a35c Camera and photographic supplies | 9ed35a1e-a517 Antiques
9ed35a27-aa1b Stationery, printing and writing paper | 9ed35a20-ac6a Art dealers and galleries
9ed35a23-b222 Memorabilia | 9ed35a24-b2a3 Music store - instruments and sheet music
9ed35a1f-ba72 Art and craft supplies | 9ed35a28-bdec Vintage and collectibles

# 9ed3cf5f-8af8 Financial services and products
9ed3f663-8a12 Prepaid and stored value cards | 9ed3cf68-8abb Credit union | 9ed3f667-996b Security brokers and dealers
9ed3f665-99f4 Remittance | 9ed3f666-9a8d Rental property management
9ed3cf69-9dfb Investment banking and securities dealing | 9ed3f664-9eaa Real estate agent
9ed3cf6b-a38f Sales financing | 9ed3cf67-a43e Debt counseling service | 9ed3cf61-a622 Collection agency
9ed3cf65-a76a Securities and commodity exchanges | 9ed3cf6e-a77e Financial and investment advice
9ed3cf60-a80d Accounting | 9ed3cf6a-a898 Escrow | 9ed3cf75-aa5a Mortgage brokers and dealers
9ed3cf74-ac83 Financial transactions processing, reserve, and clearinghouse activities
9ed3f662-ad1d Paycheck lender and cash advance | 9ed3cf70-afb0 Insurance - life and annuity
9ed3cf73-b045 Other activities related to credit intermediation | 9ed3f661-b15e Online gaming currency
9ed3cf62-b2cd Commodity contracts dealing | 9ed3cf64-b326 Commodity contracts brokerage
9ed3cf72-b387 Other investment pools and funds | 9ed3cf63-b50c Miscellaneous financial investment activities
9ed3f668-b821 Wire transfer and money order | 9ed3cf6c-ba14 Consumer lending | 9ed3cf66-bc6c Credit bureaus
9ed3cf6f-bc97 Insurance - auto and home | 9ed3cf6d-bd75 Offices of other holding companies
9ed3cf71-bf7b Other financial investment activities | 53ff176e-f832-4db3-89f4-d8f7044184c7 Commercial Banking

# 9ed3f67d-bf40 Government
9ed3f683-8a57 Administration of economic programs
9ed3f682-925c Administration of housing programs, urban planning, and community development
9ed3f680-945b Administration of human resource programs
9ed3f681-99ff Administration and environmental quality programs
9ed3f67f-a83d Justice, public order, and safety activities
9ed3f67e-b5c9 Executive, legislative, and other general government support
9ed3f684-b716 Space research and technology | 9ed3f685-ba5b National security and international affairs

# 9ed4b9bc-9133 Vehicle sales
9ed4b9c5-8b92 Vintage and collectibles | 9ed4b9c0-9035 Boat dealer | 9ed4b9c2-9147 Motorcycle dealer
9ed4b9c4-97b9 Recreational vehicle dealer | 9ed4b9c1-99a2 Mobile home dealer | 9ed4b9be-a3eb Auto dealer - used only
9ed4b9bf-ad02 Aviation | 9ed4b9c3-ba27 Recreational and utility trailer dealer
9ed4b9bd-bb61 Auto dealer - new and used

# 9ed44486-89f8 Nonprofit
9ed4448c-8ce5 Educational | 9ed44487-9419 Charity | 9ed44488-9872 Political | 9ed44489-a09e Religious
9ed4448a-a496 Other | 9ed4448b-be19 Personal

# 9ed4b9c6-a156 Vehicle service and accessories
9ed4b9c9-8d35 Audio and video | 9ed4b9d2-90bc Towing service | 9ed4b9cc-940b Auto service
9ed4b9ce-95d6 Boat rental and leases | 9ed4b9d1-9894 Tools and equipment | 9ed4b9cf-a74e Car wash
9ed4b9d0-a967 Motorhome and recreational vehicle rental | 9ed4b9d3-ad63 Truck and utility trailer rental
9ed4b9d4-aeef Parts, supplies, and accessories | 9ed4b9ca-af09 Auto body repair and paint
9ed4b9cd-b533 Automotive tire supply and service | 9ed4b9cb-b5bb Auto rental

# 9ed3a85b-8995 Electronics and telecom
9ed3a85f-8e3b General electronic accessories | 9ed3a85e-9379 Cell phones, PDAs, and pagers
9ed3a85d-9b4f Car audio and electronics | 9ed3a863-9f20 Telecommunication equipment and sales
9ed3a865-a3d0 Telephone cards | 9ed3a861-a572 Home electronics | 9ed3a85c-af39 Cameras, camcorders and equipment
9ed3a862-b65b Investigation and security services | 9ed3a864-bcd4 Telecommunication services
9ed3a860-befb Home audio

# 9ed35a32-9830 Books and magazines
9ed35a3a-9579 Rare and used books | 9ed35a39-96ad Printing | 9ed35a37-a05d Magazines | 9ed35a38-a24f Publishing
9ed35a35-a469 Book store | 9ed35a33-ba85 Audio books

# 9ed44492-98d1 Religion and spirituality (for profit)
9ed44493-9b4f Membership services | 9ed44495-b2f6 Services not elsewhere classified

# 9ed492ac-a2d2 Sports and outdoors
9ed492b1-a276 Dance halls, studios, and schools | 9ed492b9-a5ed Other sporting goods
9ed492ba-ab20 Firearms, knives, and martial arts weapons | 9ed492bb-b634 Swimming pools and spas
9ed492b3-bbca Fan gear and memorabilia

# 9ed3f677-96a2 Gifts and flowers
9ed3f679-a884 Gift, card, novelty, and souvenir shops | 9ed3f67b-aead Nursery plants and flowers
9ed3f67c-b1fb Party supplies | 9ed3f678-b609 Florist | 9ed3f67a-bb5b Gourmet foods
`;
