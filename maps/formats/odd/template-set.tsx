<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="of the template" tilewidth="4" tileheight="4" tilecount="4" columns="4">
 <image source="stones.png" width="16" height="4"/>
</tileset>
